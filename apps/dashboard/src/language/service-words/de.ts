import { caseDe } from '../../transaction/messages/case-de.ts'
import { transactionDe } from '../../transaction/messages/de.ts'
import { checkWordsDe } from './checks-de.ts'
import { exchangeWordsDe } from './exchange-de.ts'
import { receivedWordsDe } from './received-de.ts'
import { refusalWordsDe } from './refusals-de.ts'
import type { ServiceWords } from './service-words.ts'
import { transferRefusalsDe } from './transfer-refusals-de.ts'

/** German: what the service says to people. */
export const serviceWordsDe: ServiceWords = {
  sentences: {
    ...checkWordsDe,
    ...exchangeWordsDe,
    ...receivedWordsDe,
    ...transferRefusalsDe,
    ...refusalWordsDe,
  },
  phrases: {
    ', ': ', ',
    '; ': '; ',
    ' or ': ' oder ',
    ' and ': ' und ',
    ', and ': ' und ',
    ' with ': ' mit ',
    'the name': 'Name',
    'a name of the originator': 'Auftraggeber',
    'a name of the beneficiary': 'Begünstigter',
    'the name of the VASP': 'VASP',
    ' ': ': ',
    originator: 'Auftraggeber',
    beneficiary: 'Begünstigter',
    name: 'Name',
    'account or address on the ledger': 'Konto oder Adresse im Ledger',
    'postal address': 'Postanschrift',
    'official number': 'amtliche Nummer',
    'customer number': 'Kundennummer',
    'date and place of birth': 'Geburtsdatum und Geburtsort',
    NAME: 'Name',
    ACCOUNT: 'Konto oder Wallet-Adresse',
    ADDRESS: 'Postanschrift',
    NATIONAL_ID: 'amtliche Nummer',
    CUSTOMER_NUMBER: 'Kundennummer',
    BIRTH: 'Geburtsdatum und Geburtsort',
    LEI: 'LEI',

    // Statuses of transactions and VASPs, cases, proofs and data requests.
    ...transactionDe.statuses,
    ...caseDe.statuses,
    ...transactionDe.proofStatuses,
    UNTRUSTED: 'Vertrauen nicht entschieden',
    TRUSTED: 'Vertrauenswürdig',
    OPEN: 'Wartet auf Antwort',
    RECEIVED: 'Eingegangen',
    WITHDRAWN: 'Zurückgezogen',

    // Units of time, and kinds of Bitcoin addresses.
    hours: 'Stunden',
    hour: 'Stunde',
    minutes: 'Minuten',
    minute: 'Minute',
    seconds: 'Sekunden',
    second: 'Sekunde',
    'P2PKH with an uncompressed key': 'P2PKH mit einem unkomprimierten Schlüssel',
    'legacy or AOPP': 'alter Form oder AOPP',
    'BIP-137 ': 'BIP-137 ',
    'BIP-322, ': 'BIP-322, ',
    'P2SH-P2WPKH': 'P2SH-P2WPKH',
    P2WPKH: 'P2WPKH',
    P2TR: 'P2TR',
  },
}
