/** The code lists of IVMS101. Source: interVASP IVMS101, code types. */
export const CODES = {
  naturalPersonName: ['ALIA', 'BIRT', 'MAID', 'LEGL', 'MISC'],
  legalPersonName: ['LEGL', 'SHRT', 'TRAD'],
  address: ['HOME', 'BIZZ', 'GEOG'],
  nationalIdentifier: ['ARNU', 'CCPT', 'RAID', 'DRLC', 'FIIN', 'TXID', 'SOCS', 'IDCD', 'LEIX', 'MISC'],
  transliteration: [
    ...['arab', 'aran', 'armn', 'cyrl', 'deva', 'geor', 'grek', 'hani', 'hebr', 'kana', 'kore', 'thai'],
    'othr',
  ],
} as const satisfies Record<string, readonly string[]>

/** The national identifiers that a legal person may have. Source: IVMS101 constraint C7. */
export const LEGAL_PERSON_IDENTIFIERS: readonly string[] = ['RAID', 'MISC', 'LEIX', 'TXID']
