import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Asset, AssetRegistry } from '../../assets/domain/asset.ts'
import { type CaseFilter, caseConditions } from '../../cases/store/case-filter.ts'
import type { Decimal } from '../../foundation/domain/amount.ts'
import { containsTokens } from '../../foundation/store/name-tokens.ts'
import type { TransferChannel } from '../domain/transfer.ts'
import type { TransferFilter } from './transfer-filter.ts'

/** A column with few values, or with indexed values, of which a filter allows some. */
export interface Facet {
  readonly column: (typeof FACET_COLUMNS)[number]
  readonly values: readonly string[]
}

/** The columns by which transfers are counted. */
export const FACET_COLUMNS = ['vaspId', 'assetId', 'folder', 'deliveryState', 'status', 'direction'] as const

/** The facets of a filter; those with the most distinct values come first. */
export function facetsOf(filter: TransferFilter): Facet[] {
  const { vaspIds, assetIds, folders, deliveries, statuses, directions } = filter
  const all = [vaspIds, assetIds, folders, deliveries, statuses, directions]
  return FACET_COLUMNS.flatMap((column, index) => {
    const values = all[index]
    return values === undefined ? [] : [{ column, values: [...new Set<string>(values)] }]
  })
}

/** The condition that a facet has one of its values. */
export function facetIn({ column, values }: Facet, from: 'transfers' | 'counts' = 'transfers'): RawBuilder<SqlBool> {
  const [value, ...more] = values
  const place = from === 'transfers' ? facetColumn(column) : sql.ref(column)
  const type = typeOf(column)
  return value !== undefined && more.length === 0
    ? sql`${place} = ${value}::${type}`
    : sql`${place} = any(${values}::${type}[])`
}

/** The expression of a facet, as used in its index. */
export function facetColumn(column: Facet['column']): RawBuilder<unknown> {
  return column === 'folder' ? FOLDER : sql.ref(column)
}

/** `folderOf` in SQL. */
export const FOLDER: RawBuilder<unknown> = sql`transfer_folder(
  status, direction, archived_at, delivery_state, delivery_kind, tx_hash)`

/** The SQL type of a facet. */
export function typeOf(column: Facet['column']): RawBuilder<unknown> {
  return sql.raw(column === 'vaspId' ? 'uuid' : 'text')
}

/** The conditions of a filter on `transfers`, except its facets. */
export function conditionsOf(filter: TransferFilter, assets: AssetRegistry): RawBuilder<SqlBool>[] {
  const {
    ids,
    channels,
    requestIdentifier,
    travelAddress,
    txHash,
    from,
    to,
    customerFingerprints,
    search,
    cases,
    nameTokens,
  } = filter
  const conditions: RawBuilder<SqlBool>[] = []
  if (ids !== undefined) conditions.push(sql`id = any(${ids}::uuid[])`)
  if (channels !== undefined) conditions.push(hasChannel(channels))
  if (requestIdentifier !== undefined) conditions.push(sql`request_identifier = ${requestIdentifier}::uuid`)
  if (travelAddress !== undefined) conditions.push(hasTravelAddress(travelAddress))
  // The index is on the lower-case hash.
  if (txHash !== undefined) conditions.push(sql`(lower(tx_hash) = lower(${txHash}) and tx_hash = ${txHash})`)
  if (from !== undefined) conditions.push(sql`created_at >= ${from}`)
  if (to !== undefined) conditions.push(sql`created_at < ${to}`)
  if (customerFingerprints !== undefined) conditions.push(hasFingerprint(customerFingerprints))
  if (search !== undefined) conditions.push(...anyOf(searchAlternatives(search)))
  if (cases !== undefined) conditions.push(hasCase(cases))
  if (nameTokens !== undefined) {
    const isNamed = containsTokens(sql.ref('tokens'), nameTokens)
    conditions.push(sql`id in (select transfer_id from transfer_names where ${isNamed})`)
  }
  return [...conditions, ...anyOf(amountAlternatives(filter, assets))]
}

/**
 * The condition that a transfer has one of these channels. The index contains only the few transfers that are
 * not exchanged over TRP.
 */
export function hasChannel(channels: readonly TransferChannel[]): RawBuilder<SqlBool> {
  const allowed = sql<SqlBool>`channel = any(${channels}::text[])`
  return channels.includes('TRP') ? allowed : sql`(channel <> 'TRP' and ${allowed})`
}

/** The condition that a transfer has this travel address, of which the index contains only a prefix. */
export function hasTravelAddress(travelAddress: string): RawBuilder<SqlBool> {
  return sql`(left(travel_address, 1024) = left(${travelAddress}, 1024) and travel_address = ${travelAddress})`
}

function hasCase(cases: CaseFilter): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`cases.transfer_id = transfers.id`, ...caseConditions(cases)]
  return sql`exists (select from cases where ${sql.join(conditions, sql` and `)})`
}

function hasFingerprint(fingerprints: readonly Buffer[]): RawBuilder<SqlBool> {
  const [first, ...more] = fingerprints
  const value = more.length === 0 ? sql`= ${first}` : sql`in (${sql.join(fingerprints)})`
  return sql`(customer_fingerprint ${value} and customer_fingerprint <> ''::bytea)`
}

/** One of several alternative conditions. */
export interface Alternative {
  readonly condition: RawBuilder<SqlBool>
  /** The order of its index. */
  readonly order: RawBuilder<unknown>
}

/** The alternative conditions of a search; each has an index. */
export function searchAlternatives(search: string): Alternative[] {
  const pattern = `${search.replace(/[\\%_]/g, '\\$&')}%`
  const alternatives = ['txHash', 'address', 'originAddress'].map((column) => ({
    condition: sql<SqlBool>`lower(${sql.ref(column)}) like ${pattern}`,
    order: sql`lower(${sql.ref(column)}) using ~<~`,
  }))
  const range = uuidsThatStartWith(search)
  if (range === undefined) return alternatives
  const ofColumn = (column: 'id' | 'requestIdentifier') => ({
    condition: sql<SqlBool>`${sql.ref(column)} between ${range.first}::uuid and ${range.last}::uuid`,
    order: sql.ref(column),
  })
  return [...alternatives, ofColumn('id'), ofColumn('requestIdentifier')]
}

const UUID_HYPHENS = [8, 13, 18, 23]

/** The range of UUIDs whose string starts with `prefix`; `undefined` if there are none. */
function uuidsThatStartWith(prefix: string): { readonly first: string; readonly last: string } | undefined {
  if (prefix.length > 36) return undefined
  const fits = [...prefix].every((character, index) =>
    UUID_HYPHENS.includes(index) ? character === '-' : /[0-9a-f]/.test(character),
  )
  if (!fits) return undefined
  const filled = (digit: string) =>
    prefix +
    [...'x'.repeat(36)]
      .map((_, index) => (UUID_HYPHENS.includes(index) ? '-' : digit))
      .join('')
      .slice(prefix.length)
  return { first: filled('0'), last: filled('f') }
}

/**
 * The condition on the amount as alternatives. Each has an index, which starts with the VASP if the filter
 * names VASPs. Amounts are stored as written, some of them in base units, whose size depends on the asset.
 * Empty without a condition.
 */
export function amountAlternatives(filter: TransferFilter, assets: AssetRegistry): Alternative[] {
  const { amountFrom, amountTo, assetIds, vaspIds } = filter
  if (amountFrom === undefined && amountTo === undefined) return []
  const among = (group: readonly Asset[], unit: 'WHOLE' | 'BASE', decimals: number): Alternative => {
    const conditions = [sql`amount_unit = ${unit}`, sql`asset_id = any(${group.map(({ id }) => id)})`]
    if (vaspIds !== undefined) conditions.push(sql`vasp_id = any(${vaspIds}::uuid[])`)
    if (amountFrom !== undefined) conditions.push(sql`amount::numeric >= ${shifted(amountFrom, decimals)}::numeric`)
    if (amountTo !== undefined) conditions.push(sql`amount::numeric <= ${shifted(amountTo, decimals)}::numeric`)
    const order = sql.raw(`${vaspIds === undefined ? '' : 'vasp_id, '}asset_id, amount_unit, amount::numeric`)
    return { condition: sql`(${sql.join(conditions, sql` and `)})`, order }
  }
  const known = assets.all.filter(({ id }) => assetIds?.includes(id) ?? true)
  const byDecimals = Map.groupBy(known, ({ decimals }) => decimals)
  return [among(known, 'WHOLE', 0), ...Array.from(byDecimals, ([decimals, group]) => among(group, 'BASE', decimals))]
}

/** The condition that at least one alternative holds, if there are any. */
function anyOf(alternatives: readonly Alternative[]): RawBuilder<SqlBool>[] {
  const conditions = alternatives.map(({ condition }) => condition)
  return conditions.length === 0 ? [] : [sql`(${sql.join(conditions, sql` or `)})`]
}

/** `amount` times ten to the power of `decimals`, in a notation that PostgreSQL can parse. */
function shifted(amount: Decimal, decimals: number): string {
  return `${amount}e${decimals}`
}
