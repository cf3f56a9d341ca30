/** English: screening, its lists and its thresholds. */
export const screeningEn = {
  title: 'Screening',
  lists: 'Sanctions lists',
  intro: 'An operator loads them with "npm run screening:update". Transactions are screened again when one changes.',
  empty: 'This node uses no sanctions lists.',
  names: {
    OFAC_SDN: 'OFAC SDN list (United States)',
    EU_FSF: 'Consolidated financial sanctions list (European Union)',
    UN: 'Consolidated list of the UN Security Council',
    UK: 'UK Sanctions List',
    OPENSANCTIONS: 'OpenSanctions',
  },
  states: { CURRENT: 'Current', OUTDATED: 'Outdated', MISSING: 'Missing' },
  notRequired: 'not required',
  neverLoaded: 'never loaded',
  loaded: (when: string, age: string) => `loaded ${when}, ${age}`,
  age: (hours: number, text: string) => (hours === 1 ? '1 hour ago' : `${text} hours ago`),
  published: (day: string) => `published on ${day}`,
  entries: (count: number, text: string) => (count === 1 ? '1 entry' : `${text} entries`),
  version: 'version',
  malformed: (count: number, text: string) =>
    count === 1 ? '1 row could not be read and is not screened' : `${text} rows could not be read and are not screened`,
  row: (row: string) => `Row ${row}`,
  refused: (when: string) => `An update was refused ${when}; the list before it is still used.`,
  search: {
    title: 'Screen a name or an address',
    intro: 'None of it is stored.',
    name: 'Name, in any script',
    kind: 'The name is',
    kinds: { PERSON: "a person's", ORGANISATION: "an organisation's" },
    address: 'Address on the ledger',
    missing: 'Enter a name or an address.',
    button: 'Screen',
  },
  verdicts: {
    PASS: 'Nothing found in current lists',
    WARN: 'A name may be listed',
    FAIL: 'Listed',
    UNKNOWN: 'Could not be screened completely',
  },
  strong: 'strong match',
  thresholds: {
    title: 'Thresholds',
    intro:
      'How alike a name and a listed name are is a score from 0 to 1. A higher threshold finds fewer names. After a change, open transactions are screened again.',
    possible: 'Possible match, from a score of',
    strong: 'Strong match, from a score of',
    hint: '0.6 to 0.95',
    invalid: 'Enter a number from 0.6 to 0.95 with at most two decimal places.',
    order: 'This must not be lower than the score of a possible match.',
    preview: 'Show what would change',
    save: 'Save',
    saved: 'Saved. Open transactions are being screened again.',
    conflict: 'Another administrator has changed the thresholds: check them and save again.',
    changed: (count: number, text: string, examined: string) =>
      count === 1
        ? `1 of ${examined} transactions of the last 30 days would have another result.`
        : `${text} of ${examined} transactions of the last 30 days would have another result.`,
    incomplete: 'Only the newest ones were examined.',
    change: (from: string, to: string, count: string) => `${from} → ${to}: ${count}`,
  },
  born: (years: string, isSame: boolean | null) =>
    `born ${years}${isSame === null ? '' : isSame ? ', as stated' : ', not as stated'}`,
  sameNumber: 'the same official number',
  vendor: 'found by the screening vendor',
}
