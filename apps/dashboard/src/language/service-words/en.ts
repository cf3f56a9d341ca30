import type { ServiceWords } from './service-words.ts'

/** English: replaces what the service says to programs by words for people. Everything else is unchanged. */
export const serviceWordsEn: ServiceWords = {
  sentences: {
    'The VASP is not trusted: call trustVasp to continue.': 'The VASP is not trusted: trust it to continue.',
    'Does the VASP write amounts in whole units or in base units? Call setWireProfile with amountUnit WHOLE or BASE.':
      'Does the VASP write amounts in whole units or in base units? Say so in its wire profile.',
    'No due diligence about the VASP is recorded: call recordDueDiligence.':
      'No due diligence about the VASP is recorded.',
    'The customer of the travel address is not known: call upsertCustomer.':
      'The customer of the travel address is not known: add them to the customers.',
    'The client certificate is for this VASP, but has another key than /identity showed: call discoverVasp, or pin its key.':
      'The client certificate is for this VASP, but has another key than /identity showed: ask the VASP again, or pin its key.',
    'Data requested: {words}': 'Data requested: {words}',

    // Only because of their times.
    'Entry {} is missing: the log was longer at the checkpoint of entry {}, signed at {time}':
      'Entry {} is missing: the log was longer at the checkpoint of entry {}, signed on {time}',
    'Entries {} to {} are missing: the log was longer at the checkpoint of entry {}, signed at {time}':
      'Entries {} to {} are missing: the log was longer at the checkpoint of entry {}, signed on {time}',
    'Entry {} changed after the checkpoint of entry {}, signed at {time}':
      'Entry {} changed after the checkpoint of entry {}, signed on {time}',
    'Entries {} to {} changed after the checkpoint of entry {}, signed at {time}':
      'Entries {} to {} changed after the checkpoint of entry {}, signed on {time}',
    'The audit log is not the one that was signed, so no evidence is made of it: {text}.':
      'The audit log is not the one that was signed, so no evidence is made of it: {text}.',
    'The proof expired at {time}. Request a new one.': 'The proof expired on {time}. Request a new one.',
  },
  phrases: {
    ', ': ', ',
    NAME: 'name',
    ACCOUNT: 'account or wallet address',
    ADDRESS: 'postal address',
    NATIONAL_ID: 'official number',
    CUSTOMER_NUMBER: 'customer number',
    BIRTH: 'date and place of birth',
    LEI: 'LEI',
  },
}
