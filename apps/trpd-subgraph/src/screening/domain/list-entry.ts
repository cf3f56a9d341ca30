import type { NameKind } from '@travel-rule/name-matching/prepare-name'

/** The published lists that can be loaded. */
export const LIST_NAMES = ['OFAC_SDN', 'EU_FSF', 'UN', 'UK', 'OPENSANCTIONS'] as const

/** The lists that have ledger addresses in every form; OpenSanctions has them only in JSON. */
export const LISTS_WITH_WALLETS: readonly ListName[] = ['OFAC_SDN', 'UK']

export type ListName = (typeof LIST_NAMES)[number]

/** A weak alias is too common to be a hit on its own; it only supports another one. */
export interface ListedName {
  readonly name: string
  readonly isWeak: boolean
}

/** A person, organisation, ship or aircraft on a list. */
export interface ListEntry {
  /** The list's own identifier, such as the UID of OFAC. */
  readonly id: string
  readonly kind: NameKind
  /** At least one; the primary name first. */
  readonly names: readonly ListedName[]
  /** Only years of birth, since lists contain ranges, estimates and dates like `00/00/1975`. */
  readonly birthYears: readonly number[]
  readonly wallets: readonly ListedWallet[]
  readonly programs: readonly string[]
  /** Numbers of passports, identity cards and registers, and LEIs. Absent in lists loaded by earlier versions. */
  readonly identifiers?: readonly string[]
}

export interface ListedWallet {
  /** The symbol of the asset in our spelling: BTC, not XBT. */
  readonly asset: string
  readonly address: string
}

/** The number of a skipped row, and why it was skipped. Contains nothing else from the row. */
export interface MalformedRow {
  readonly row: number
  readonly reason: string
}

export interface ParsedList {
  readonly list: ListName
  /** The publication date stated in the file, `YYYY-MM-DD`. */
  readonly publishedOn?: string | undefined
  readonly entries: readonly ListEntry[]
  readonly malformed: readonly MalformedRow[]
}

/** Symbols that lists spell differently from the market. */
const SYMBOLS: Readonly<Record<string, string>> = { XBT: 'BTC' }

/** The wallets in remarks or identifiers, written as `Digital Currency Address - XBT 1Abc…`. */
export function parseWallets(remarks: string): ListedWallet[] {
  const found = remarks.matchAll(
    /Digital Currency Address - ([A-Z0-9]{2,10})[\s:]+((?:[a-z]{2,20}:)?[A-Za-z0-9]{10,256})/g,
  )
  return [...found].map(([, symbol = '', address = '']) => ({ asset: SYMBOLS[symbol] ?? symbol, address }))
}

/** An official number normalized for comparison: capitals and digits. `undefined` if it is too short to be unique. */
export function identifierKey(text: string): string | undefined {
  const key = text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
  return key.length >= IDENTIFIER_LENGTH_MIN && /\d{3}/.test(key) ? key : undefined
}

const IDENTIFIER_LENGTH_MIN = 6

/** Those of `texts` that are comparable official numbers, without duplicates. */
export function cleanIdentifiers(texts: readonly (string | undefined)[]): string[] {
  return [...new Set(texts.flatMap((text) => (text === undefined ? [] : (identifierKey(text) ?? []))))]
}

/** The `identifiers` field of an entry; empty if there are none. */
export function withIdentifiers(identifiers: readonly string[]): Pick<ListEntry, 'identifiers'> {
  return identifiers.length > 0 ? { identifiers } : {}
}

/** The labels that precede official numbers in remarks, or that are types of identifiers. */
const IDENTIFIER_LABEL =
  '(?:Passport|National ID No\\.|National Foreign ID Number|Identification Number|Tax ID No\\.|Registration (?:Number|ID)|Company Number|Legal Entity Number|' +
  'Business (?:Number|Registration Number)|Commercial Registry Number|Cedula No\\.|C\\.U\\.I\\.T\\.|C\\.U\\.R\\.P\\.|R\\.F\\.C\\.|D\\.N\\.I\\.|NIT #|RUC #|SSN|' +
  'Birth Certificate Number|Personal ID Card|Unified Social Credit Code \\(USCC\\)|Government Gazette Number|Vessel Registration Identification(?: IMO)?|UAE Identification|Turkish Identification Number|Matricula Mercantil No)'
const IDENTIFIERS_IN_REMARKS = new RegExp(`\\b${IDENTIFIER_LABEL} ([A-Za-z0-9][A-Za-z0-9./-]{3,39})`, 'g')
const IS_IDENTIFIER = new RegExp(`^${IDENTIFIER_LABEL}`)

/** The official numbers in remarks, for example `Passport A1234567 (Iran); National ID No. 12345`. */
export function parseIdentifiers(remarks: string): string[] {
  return cleanIdentifiers([...remarks.matchAll(IDENTIFIERS_IN_REMARKS)].map(([, number]) => number))
}

/** True if identifiers of this type are official numbers, not for example a gender or a website. */
export function isOfficialNumber(type: string): boolean {
  return IS_IDENTIFIER.test(type)
}

/** The years in a date of birth in any notation: `1975`, `circa 1975`, `00/00/1975`, `1970 to 1975` (both). */
export function parseBirthYears(dates: readonly string[]): number[] {
  const years = dates.flatMap((date) =>
    [...date.matchAll(/(?<!\d)(1[89]\d\d|20\d\d)(?!\d)/g)].map(([year]) => Number(year)),
  )
  return [...new Set(years)]
}

/** The date part of `2026-11-20T10:00:00Z`. */
export function parseIsoDate(date: string | undefined): string | undefined {
  return /^\d{4}-\d{2}-\d{2}(?=T|$)/.exec(date?.trim() ?? '')?.[0]
}

/** `name` without line breaks and double spaces; `undefined` if it is empty. */
export function cleanName(name: string | undefined): string | undefined {
  const clean = name?.replace(/\s+/g, ' ').trim()
  return clean === undefined || clean === '' || clean === '-0-' ? undefined : clean
}
