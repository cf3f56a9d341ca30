import type { Sealer } from '@travel-rule/database/seal'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AssetRegistry } from '../../assets/domain/asset.ts'
import { type CaseFilter, caseConditions } from '../../cases/store/case-filter.ts'
import { containsTokens } from '../../foundation/store/name-tokens.ts'
import type { Tables, TransferRow } from '../../foundation/store/tables.ts'
import type { Transfer } from '../domain/transfer.ts'
import {
  amountAlternatives,
  conditionsOf,
  FACET_COLUMNS,
  type Facet,
  facetColumn,
  facetIn,
  facetsOf,
  hasChannel,
  searchAlternatives,
  typeOf,
} from './transfer-conditions.ts'
import { COUNTS, countTransfers } from './transfer-counts.ts'
import { hasOnlyFacets, type TransferFilter } from './transfer-filter.ts'
import { TRANSFER_COLUMNS, transfersOfRows } from './transfer-rows.ts'

/** A transfer and its position in the list. */
export interface ListedTransfer {
  readonly sequence: bigint
  readonly transfer: Transfer
}

/** Newest first. Every index for a filter ends with these columns. */
const LISTED = sql`created_at desc, sequence desc`
const FACETS = sql.join(FACET_COLUMNS.map((column) => sql.ref(column)))
/** Maximum number of value combinations whose pages are merged. */
const COMBINATIONS_MAX = 500
/** The columns that a list reads. */
export const COLUMNS = sql.join([sql.ref('sequence'), ...TRANSFER_COLUMNS.map((column) => sql.ref(column))])

/** Maximum number of transfers that are looked up and sorted; with more, reading in list order is faster. */
const SORTED_MAX = 2_000

/**
 * A page of transfers, newest first, starting after the transfer `after` if set.
 *
 * If a condition is met by few transfers, these are looked up and sorted. Other conditions are met often
 * enough to read an index in list order. PostgreSQL would have to estimate which case applies, and assumes
 * that conditions are independent of each other.
 */
export async function listTransfers(
  { db, sealer, assets }: { readonly db: Kysely<Tables>; readonly sealer: Sealer; readonly assets: AssetRegistry },
  { filter, first, after }: TransferPage,
): Promise<ListedTransfer[]> {
  const page = await planTransferPage({ db, assets }, { filter, first, after })
  if (page === undefined) return []
  const { rows } = await page.execute(db)
  const transfers = await transfersOfRows(db, sealer, rows)
  return rows.flatMap(({ sequence }, index) => {
    const transfer = transfers[index]
    return transfer === undefined ? [] : [{ sequence, transfer }]
  })
}

/** A page of a list. */
export interface TransferPage {
  readonly filter: TransferFilter
  readonly first: number
  /** The last item of the previous page. */
  readonly after?: bigint | undefined
}

/** The statement with which `listTransfers` reads a page; `undefined` if the page is empty. */
export async function planTransferPage(
  parts: { readonly db: Kysely<Tables>; readonly assets: AssetRegistry },
  { filter, first, after }: TransferPage,
): Promise<RawBuilder<TransferRow> | undefined> {
  if (after === undefined) return planPage(parts, { filter, position: [], createdUntil: undefined, first })
  const createdAt = await createdAtOf(parts.db, after)
  if (createdAt === undefined) return undefined
  const position = [sql<SqlBool>`(created_at, sequence) < (${createdAt}::timestamptz, ${after}::bigint)`]
  return planPage(parts, { filter, position, createdUntil: createdAt, first })
}

interface Page {
  readonly filter: TransferFilter
  /** The condition that a transfer comes after the last one of the previous page. */
  readonly position: readonly RawBuilder<SqlBool>[]
  /** Creation time of that transfer, as formatted by PostgreSQL. */
  readonly createdUntil: string | undefined
  readonly first: number
}

/** The statement that reads a page; `undefined` if the page is empty. */
async function planPage(
  { db, assets }: { readonly db: Kysely<Tables>; readonly assets: AssetRegistry },
  page: Page,
): Promise<RawBuilder<TransferRow> | undefined> {
  const { filter, position, first } = page
  const cases = await estimateCases({ db, assets }, filter)
  if (cases === 'FEW') return pageOfCases(page)
  const facets = facetsOf(filter)
  const found = await findRare(db, cases === 'MANY' ? { ...filter, cases: undefined } : filter, assets)
  if (found !== undefined || isExact(filter)) {
    if (found?.length === 0) return undefined
    const others = [...facets.map((facet) => facetIn(facet)), ...conditionsOf(filter, assets), ...position]
    const where =
      found === undefined
        ? and(others)
        : and([sql`id = any(${found}::uuid[])`, sql`case when ${and(others)} then true else false end`])
    // Because of `offset 0`, all of them are read before they are sorted.
    return sql`
      select * from (select ${COLUMNS} from transfers where ${where} offset 0) as found
      order by ${LISTED} limit ${first}`
  }
  const { from, to, customerFingerprints, travelAddress, ...others } = filter
  const conditions = conditionsOf(others, assets)
  const inOrder = [...conditionsOf({ from, to, customerFingerprints, travelAddress }, assets), ...position]
  const combinations = await findCombinations(db, facets)
  if (combinations?.length === 0) return undefined
  if (combinations !== undefined) return pageOfCombinations(combinations, { inOrder, conditions, first })
  const hasOwnIndex = customerFingerprints !== undefined || travelAddress !== undefined
  const walked = hasOwnIndex ? undefined : await rarest(db, facets)
  const filtered = [...conditions, ...facets.filter((facet) => facet !== walked).map((facet) => facetIn(facet))]
  return pageOf(walked, { inOrder, conditions: filtered, first })
}

/**
 * True if a filter allows only few cases, so that the list should read cases instead of transfers. Open cases
 * are few compared with all. Other conditions may be on facets that many transfers have, and on the time;
 * with further conditions the number is unknown.
 */
async function estimateCases(
  { db, assets }: { readonly db: Kysely<Tables>; readonly assets: AssetRegistry },
  { cases, from: _, to: __, ...others }: TransferFilter,
): Promise<'FEW' | 'MANY' | undefined> {
  if (cases === undefined || !hasOnlyFacets(others)) return undefined
  const isLimited = Object.values(others).some((condition) => condition !== undefined)
  if (isLimited && (await countTransfers({ db, assets }, others)) <= SORTED_MAX) return undefined
  if (cases.statuses !== undefined && !cases.statuses.includes('CLOSED')) return 'FEW'
  // An index has the cases of one person in list order; with another condition, reading it may be in vain.
  const { assignees: [person, another] = [], ...conditions } = cases
  const isAlone = !isLimited && Object.values(conditions).every((condition) => condition === undefined)
  if (isAlone && person != null && another === undefined) return 'FEW'
  // Without ids, so that an index is enough.
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (${casesQuery(cases, sql``)} limit ${SORTED_MAX + 1}) as cases`.execute(db)
  return (rows[0]?.count ?? 0) > SORTED_MAX ? 'MANY' : 'FEW'
}

/** Reads cases in list order, since a case is opened when its transfer is created. */
function pageOfCases({ filter, position, createdUntil, first }: Page): RawBuilder<TransferRow> {
  const { cases = {}, from, to } = filter
  const opened = [
    ...(from === undefined ? [] : [sql<SqlBool>`opened_at >= ${from}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`opened_at < ${to}`]),
    ...(createdUntil === undefined ? [] : [sql<SqlBool>`opened_at <= ${createdUntil}::timestamptz`]),
  ]
  const facets = facetsOf(filter).map((facet) => facetIn(facet))
  const isListed = and([...facets, ...position])
  return sql`
    select page.* from cases
    cross join lateral (
      select ${COLUMNS} from transfers
      where id = cases.transfer_id and case when ${isListed} then true else false end offset 0
    ) as page
    where ${and([...caseConditions(cases), ...opened])}
    order by cases.opened_at desc, page.sequence desc limit ${first}`
}

/** True if a condition inherently matches few transfers. */
function isExact({ ids, requestIdentifier, txHash }: TransferFilter): boolean {
  return [ids, requestIdentifier, txHash].some((each) => each !== undefined)
}

/**
 * The ids of the transfers that match the case, the names, the channel, the search or the amount of a filter;
 * `undefined` if there is no such condition, or if there are too many.
 */
export async function findRare(
  db: Kysely<Tables>,
  filter: TransferFilter,
  assets: AssetRegistry,
): Promise<string[] | undefined> {
  const { search, cases, channels, nameTokens } = filter
  const indexed = [search === undefined ? [] : searchAlternatives(search), amountAlternatives(filter, assets)]
  const queries = [
    cases === undefined ? [] : [casesQuery(cases, sql`transfer_id as id`)],
    nameTokens === undefined ? [] : [namesQuery(nameTokens)],
    channels === undefined || channels.includes('TRP')
      ? []
      : [sql`select id from transfers where ${hasChannel(channels)}`],
    // The order makes PostgreSQL read the index, and only up to the limit.
    ...indexed.map((alternatives) =>
      alternatives.map(
        ({ condition, order }) =>
          sql`(select id from transfers where ${condition} order by ${order} limit ${SORTED_MAX + 1})`,
      ),
    ),
  ]
  for (const each of queries) {
    if (each.length === 0) continue
    const { rows } = await sql<{ id: string }>`
      ${sql.join(each, sql` union all `)} limit ${SORTED_MAX + 1}`.execute(db)
    if (rows.length <= SORTED_MAX) return rows.map(({ id }) => id)
  }
  return undefined
}

function casesQuery(cases: CaseFilter, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const conditions = caseConditions(cases)
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  return sql`select ${columns} from cases ${where}`
}

function namesQuery(nameTokens: readonly string[][]): RawBuilder<unknown> {
  return sql`select transfer_id as id from transfer_names where ${containsTokens(sql.ref('tokens'), nameTokens)}`
}

/** A value for each column by which transfers are counted. */
type Combination = Readonly<Record<Exclude<(typeof FACET_COLUMNS)[number], 'vaspId'>, string>> & {
  /** Null for transfers without a VASP. */
  readonly vaspId: string | null
}

/**
 * The combinations of values that several facets allow and that occur in transfers; `undefined` if too many
 * transfers have them, or for a single facet.
 */
async function findCombinations(db: Kysely<Tables>, facets: readonly Facet[]): Promise<Combination[] | undefined> {
  if (facets.length < 2) return undefined
  const { rows } = await sql<Combination & { readonly total: bigint }>`
    select ${FACETS}, sum(sum(count)) over ()::bigint as total
    from ${COUNTS} where ${sql.join(
      facets.map((facet) => facetIn(facet, 'counts')),
      sql` and `,
    )}
    group by ${FACETS} having sum(count) > 0 limit ${COMBINATIONS_MAX + 1}`.execute(db)
  return rows.length > COMBINATIONS_MAX || Number(rows[0]?.total ?? 0) > SORTED_MAX ? undefined : rows
}

/**
 * Creation time of the transfer `sequence`, as formatted by PostgreSQL, or of the previous one if it has been
 * erased. `undefined` before the first transfer.
 */
async function createdAtOf(db: Kysely<Tables>, sequence: bigint): Promise<string | undefined> {
  const { rows } = await sql<{ at: string }>`
    select created_at::text as at from transfers where sequence <= ${sequence} order by sequence desc limit 1`.execute(
    db,
  )
  return rows[0]?.at
}

/** The facet with the fewest transfers. */
async function rarest(db: Kysely<Tables>, facets: readonly Facet[]): Promise<Facet | undefined> {
  if (facets.length < 2) return facets[0]
  const counts = facets.map((facet) => sql`coalesce(sum(count) filter (where ${facetIn(facet, 'counts')}), 0)::float8`)
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts from ${COUNTS}`.execute(
    db,
  )
  const found = rows[0]?.counts ?? []
  return facets[found.indexOf(Math.min(...found))]
}

interface Walk {
  /** Conditions on the columns that order the list, or an index in list order. */
  readonly inOrder: readonly RawBuilder<SqlBool>[]
  readonly conditions: readonly RawBuilder<SqlBool>[]
  readonly first: number
}

/**
 * Reads a page for each value of a facet and merges the pages: an index returns the rows of one value in
 * order, but not those of several.
 */
function pageOf(facet: Facet | undefined, walk: Walk): RawBuilder<TransferRow> {
  if (facet === undefined) return walkOf([], walk)
  const { column, values } = facet
  const place = facetColumn(column)
  const type = typeOf(column)
  // As an array element, the value is not a constant for PostgreSQL, so that only the index of the facet has
  // this order. Reading another index would take long to find a rare value.
  const ofOne = (value: RawBuilder<unknown>) =>
    walkOf([sql`${place} = any(array[${value}]::${type}[])`], walk, sql`${place}, ${LISTED}`)
  if (values.length === 1) return ofOne(sql`${values[0]}`)
  return sql`
    select page.* from unnest(${values}::${type}[]) as allowed (value)
    cross join lateral (${ofOne(sql`allowed.value`)}) as page
    order by ${LISTED} limit ${walk.first}`
}

/** Merges the pages of combinations; each is a range of one index. */
function pageOfCombinations(combinations: readonly Combination[], walk: Walk): RawBuilder<TransferRow> {
  // Null never equals null, so transfers without a VASP need their own condition.
  const { withVasp = [], withoutVasp = [] } = Object.groupBy(combinations, ({ vaspId }) =>
    vaspId === null ? 'withoutVasp' : 'withVasp',
  )
  const pages = [withVasp, withoutVasp].flatMap((group) => {
    if (group.length === 0) return []
    const arrays = FACET_COLUMNS.map((column) => sql`${group.map((each) => each[column])}::${typeOf(column)}[]`)
    const equal = FACET_COLUMNS.map((column) =>
      column === 'vaspId' && group === withoutVasp
        ? sql<SqlBool>`vasp_id is null`
        : sql<SqlBool>`${facetColumn(column)} = allowed.${sql.ref(column)}`,
    )
    return sql`
      select page.* from unnest(${sql.join(arrays)}) as allowed (${FACETS})
      cross join lateral (${walkOf(equal, walk)}) as page`
  })
  return sql`${sql.join(pages, sql` union all `)} order by ${LISTED} limit ${walk.first}`
}

/**
 * The first rows in list order that meet the conditions. Only `equal` affects which index PostgreSQL reads:
 * it uses no index for a `case`, and expects every other row to satisfy it.
 */
function walkOf(
  equal: readonly RawBuilder<SqlBool>[],
  { inOrder, conditions, first }: Walk,
  order: RawBuilder<unknown> = LISTED,
): RawBuilder<TransferRow> {
  const filtered = conditions.length === 0 ? [] : [sql<SqlBool>`case when ${and(conditions)} then true else false end`]
  const where = and([...equal, ...inOrder, ...filtered])
  return sql`select ${COLUMNS} from transfers where ${where} order by ${order} limit ${first}`
}

/** The conjunction of the conditions; true if there are none. */
export function and(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql`true` : (sql.join(conditions, sql` and `) as RawBuilder<SqlBool>)
}
