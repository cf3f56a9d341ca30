import { parse } from 'csv-parse/sync'
import { isJsonObject } from '../../foundation/domain/json.ts'
import {
  cleanIdentifiers,
  cleanName,
  type ListEntry,
  type ListedName,
  type ListedWallet,
  type MalformedRow,
  type ParsedList,
  parseBirthYears,
  parseIsoDate,
  withIdentifiers,
} from '../domain/list-entry.ts'
import { ListFileError, readLines, readRows } from './read-records.ts'

type Text = AsyncIterable<string>

/** FollowTheMoney schemas of persons and organisations. Other schemas are addresses, documents and links. */
const SCHEMAS: Readonly<Record<string, ListEntry['kind']>> = {
  Person: 'PERSON',
  LegalEntity: 'ORGANISATION',
  Organization: 'ORGANISATION',
  Company: 'ORGANISATION',
  PublicBody: 'ORGANISATION',
  Vessel: 'ORGANISATION',
  Airplane: 'ORGANISATION',
  CryptoWallet: 'ORGANISATION',
}

/** Columns that identify a CSV of OpenSanctions. */
const COLUMNS = ['id', 'schema', 'name', 'aliases', 'birth_date', 'last_seen'] as const

/** `targets.simple.csv` of OpenSanctions, which does not mark weak aliases and has no wallets. */
export async function parseOpenSanctionsCsv(text: Text): Promise<ParsedList> {
  const entries: ListEntry[] = []
  const malformed: MalformedRow[] = []
  let columns: ReadonlyMap<string, number> | undefined
  let latest = ''
  const lastColumns = await readRows(text, (row, number) => {
    if (!columns) {
      columns = new Map(row.map((title, at) => [title.trim(), at]))
      const missing = COLUMNS.filter((title) => !columns?.has(title))
      if (missing.length > 0) throw new ListFileError('LIST_FORMAT', `has no column ${missing.join(', ')}`)
      return
    }
    const field = (title: string) => row[columns?.get(title) ?? -1]?.trim() ?? ''
    const kind = SCHEMAS[field('schema')]
    const names = toNames([field('name'), ...splitValues(field('aliases'))], false)
    if (row.length < columns.size || field('id') === '' || names.length === 0) {
      malformed.push({ row: number, reason: 'no id, no name, or too few columns' })
      return
    }
    if (kind === undefined) return
    if (field('last_seen') > latest) latest = field('last_seen')
    entries.push({
      id: field('id'),
      kind,
      names,
      birthYears: parseBirthYears(splitValues(field('birth_date'))),
      wallets: [],
      programs: splitValues(field('program_ids')),
      ...withIdentifiers(cleanIdentifiers(splitValues(field('identifiers')))),
    })
  })
  if (!columns) throw new ListFileError('LIST_EMPTY', 'is empty')
  if (lastColumns < columns.size) throw new ListFileError('LIST_TRUNCATED', 'ends inside a row')
  return { list: 'OPENSANCTIONS', publishedOn: parseIsoDate(latest), entries, malformed }
}

/** Splits a field with several values: CSV with semicolons. */
function splitValues(field: string): string[] {
  if (field === '') return []
  if (!field.includes('"')) return field.split(';')
  const rows: string[][] = parse(field, { delimiter: ';', relax_column_count: true, relax_quotes: true })
  return rows.flat()
}

/**
 * FollowTheMoney entities as JSON, one per line: `entities.ftm.json` or `targets.nested.json` of
 * OpenSanctions. Entities that are not targets, such as relatives, are left out.
 */
export async function parseFollowTheMoney(text: Text): Promise<ParsedList> {
  const entries = new Map<string, ListEntry>()
  const held: { readonly entry: ListEntry; readonly holders: readonly string[] }[] = []
  const malformed: MalformedRow[] = []
  let latest = ''
  await readLines(text, (line, number, isLast) => {
    const entity = parseEntity(line)
    if (entity === undefined) {
      if (isLast) throw new ListFileError('LIST_TRUNCATED', 'ends inside an entity')
      malformed.push({ row: number, reason: 'not an entity of FollowTheMoney' })
      return
    }
    const { id, schema, values, seen } = entity
    const kind = SCHEMAS[schema]
    if (kind === undefined || !entity.isTarget) return
    if (seen > latest) latest = seen
    const names = [
      ...['name', 'alias', 'previousName'].flatMap((property) => toNames(values(property), false)),
      ...toNames(values('weakAlias'), true),
    ]
    const addresses = values('publicKey').map((address) => address.trim())
    if (names.length === 0 && addresses.length === 0) {
      malformed.push({ row: number, reason: 'a target without a name' })
      return
    }
    const entry: ListEntry = {
      id,
      kind,
      // A wallet without a holder has no name: its addresses stand in as weak aliases, which alone are never a hit.
      names: names.length > 0 ? names : toNames(addresses, true),
      birthYears: parseBirthYears(values('birthDate')),
      wallets: [...addresses.map((address) => ({ asset: symbolOf(values('currency')), address })), ...entity.wallets],
      programs: [...new Set([...values('programId'), ...entity.programs])],
      ...withIdentifiers(cleanIdentifiers(NUMBERS.flatMap(values))),
    }
    if (schema === 'CryptoWallet' && entity.holders.length > 0) held.push({ entry, holders: entity.holders })
    else entries.set(id, entry)
  })
  for (const { entry, holders } of held) {
    const known = holders.flatMap((holder) => entries.get(holder) ?? [])
    for (const holder of known) entries.set(holder.id, { ...holder, wallets: [...holder.wallets, ...entry.wallets] })
    if (known.length === 0) entries.set(entry.id, entry)
  }
  return { list: 'OPENSANCTIONS', publishedOn: parseIsoDate(latest), entries: [...entries.values()], malformed }
}

/** FollowTheMoney properties that are official numbers. */
const NUMBERS = [
  'passportNumber',
  'idNumber',
  'taxNumber',
  'vatCode',
  'registrationNumber',
  'leiCode',
  'innCode',
  'ogrnCode',
  'imoNumber',
  'socialSecurityNumber',
] as const

interface Entity {
  readonly id: string
  readonly schema: string
  readonly isTarget: boolean
  readonly seen: string
  /** Ids of a wallet's holders. */
  readonly holders: readonly string[]
  /** Wallets nested in the entity. */
  readonly wallets: readonly ListedWallet[]
  readonly programs: readonly string[]
  values(property: string): string[]
}

function parseEntity(line: string): Entity | undefined {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    return undefined
  }
  return toEntity(json)
}

function toEntity(json: unknown): Entity | undefined {
  if (!isJsonObject(json)) return undefined
  const { id, schema, properties, target, last_seen: seen } = json
  if (typeof id !== 'string' || typeof schema !== 'string' || !isJsonObject(properties)) return undefined
  const all = (property: string): unknown[] => {
    const found = properties[property]
    return Array.isArray(found) ? found : []
  }
  const values = (property: string) => all(property).filter((value) => typeof value === 'string')
  const nested = (property: string) => all(property).flatMap((value) => toEntity(value) ?? [])
  return {
    id,
    schema,
    isTarget:
      typeof target === 'boolean' ? target : values('topics').some((topic) => /^(sanction|debarment)/.test(topic)),
    seen: typeof seen === 'string' ? seen : '',
    holders: [...values('holder'), ...nested('holder').map((holder) => holder.id)],
    wallets: nested('cryptoWallets').flatMap((wallet) =>
      wallet.values('publicKey').map((address) => ({ asset: symbolOf(wallet.values('currency')), address })),
    ),
    programs: nested('sanctions').flatMap((sanction) => sanction.values('programId')),
    values,
  }
}

function symbolOf([currency = '']: readonly string[]): string {
  const symbol = currency.trim().toUpperCase()
  return symbol === 'XBT' ? 'BTC' : symbol
}

function toNames(texts: readonly string[], isWeak: boolean): ListedName[] {
  return texts.flatMap((text) => {
    const name = cleanName(text)
    return name === undefined ? [] : [{ name, isWeak }]
  })
}
