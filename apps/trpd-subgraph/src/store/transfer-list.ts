import type { Sealer } from '@travel-rule/database/seal'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AssetRegistry } from '../domain/asset.ts'
import type { Transfer } from '../domain/transfer.ts'
import { type CaseFilter, caseConditions } from './case-filter.ts'
import type { Tables, TransferRow } from './tables.ts'
import {
  amountAlternatives,
  conditionsOf,
  FACET_COLUMNS,
  type Facet,
  facetColumn,
  facetIn,
  facetsOf,
  searchAlternatives,
  typeOf,
} from './transfer-conditions.ts'
import { COUNTS } from './transfer-counts.ts'
import type { TransferFilter } from './transfer-filter.ts'
import { TRANSFER_COLUMNS, transferOfRow } from './transfer-rows.ts'

/** A transfer and its position in the list. */
export interface ListedTransfer {
  readonly sequence: bigint
  readonly transfer: Transfer
}

/** The newest first. Every index for a filter ends with these columns. */
const LISTED = sql`created_at desc, sequence desc`
const FACETS = sql.join(FACET_COLUMNS.map((column) => sql.ref(column)))
/** Most combinations of values whose pages are merged. */
const COMBINATIONS_MAX = 500
const COLUMNS = sql.join([sql.ref('sequence'), ...TRANSFER_COLUMNS.map((column) => sql.ref(column))])

/** Most transfers that are looked up and sorted; more are found sooner in the order of the list. */
const SORTED_MAX = 3_000

/**
 * A page of transfers, newest first; those after the transfer `after` if it is set.
 *
 * Reads the index of one facet in the order of the list when its other conditions are met often
 * enough. PostgreSQL cannot tell, since it takes conditions for independent of each other: so those
 * that may be met rarely are looked up first.
 */
export async function listTransfers(
  { db, sealer, assets }: { readonly db: Kysely<Tables>; readonly sealer: Sealer; readonly assets: AssetRegistry },
  { filter, first, after }: { filter: TransferFilter; first: number; after?: bigint | undefined },
): Promise<ListedTransfer[]> {
  const facets = facetsOf(filter)
  const found = await findRare(db, filter, assets)
  const combinations = found === undefined ? await findCombinations(db, facets) : undefined
  if (found?.length === 0 || combinations?.length === 0) return []
  const conditions = conditionsOf(found === undefined ? filter : { ...filter, search: undefined }, assets)
  if (found !== undefined) conditions.push(sql`id = any(${found}::uuid[])`)
  if (after !== undefined) {
    const createdAt = await createdAtOf(db, after)
    if (createdAt === undefined) return []
    conditions.push(sql`(created_at, sequence) < (${createdAt}::timestamptz, ${after}::bigint)`)
  }
  const page =
    combinations === undefined ? pageOf(facets, conditions, first) : pageOfCombinations(combinations, conditions, first)
  const { rows } = await page.execute(db)
  return rows.map((row) => ({ sequence: row.sequence, transfer: transferOfRow(row, row, sealer) }))
}

/**
 * The ids of the transfers with the case, the search or the amount of a filter; `undefined` without such a
 * condition, or if there are too many.
 */
async function findRare(
  db: Kysely<Tables>,
  filter: TransferFilter,
  assets: AssetRegistry,
): Promise<string[] | undefined> {
  const { search, vaspIds, cases } = filter
  const ofVasp = vaspIds === undefined ? [] : [sql<SqlBool>`vasp_id = any(${vaspIds}::uuid[])`]
  const ofAmount = amountAlternatives(filter, assets).map((each) => sql.join([each, ...ofVasp], sql` and `))
  const ofTransfers = (condition: RawBuilder<unknown>) => sql`select id from transfers where ${condition}`
  const queries = [
    cases === undefined ? [] : [casesQuery(cases)],
    search === undefined ? [] : searchAlternatives(search).map(ofTransfers),
    ofAmount.map(ofTransfers),
  ]
  for (const each of queries) {
    if (each.length === 0) continue
    const { rows } = await sql<{ id: string }>`
      ${sql.join(each, sql` union all `)} limit ${SORTED_MAX + 1}`.execute(db)
    if (rows.length <= SORTED_MAX) return rows.map(({ id }) => id)
  }
  return undefined
}

function casesQuery(cases: CaseFilter): RawBuilder<unknown> {
  const conditions = caseConditions(cases)
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  return sql`select transfer_id as id from cases ${where}`
}

/** A value for each column by which transfers are counted. */
type Combination = Readonly<Record<Exclude<(typeof FACET_COLUMNS)[number], 'vasp_id'>, string>> & {
  /** Null for transfers without a VASP. */
  readonly vasp_id: string | null
}

/**
 * The combinations of values that several facets allow, as far as there are transfers with them;
 * `undefined` if too many transfers have them, or for a single facet.
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
 * When the transfer `sequence` was created, as PostgreSQL writes it; that of the one before it if it
 * has been erased. `undefined` for the first one.
 */
async function createdAtOf(db: Kysely<Tables>, sequence: bigint): Promise<string | undefined> {
  const { rows } = await sql<{ at: string }>`
    select created_at::text as at from transfers where sequence <= ${sequence} order by sequence desc limit 1`.execute(
    db,
  )
  return rows[0]?.at
}

/**
 * Reads a page for each value of the first facet that allows several, and merges them: one index
 * returns the rows of one value in order, but not those of several.
 */
function pageOf(
  facets: readonly Facet[],
  conditions: readonly RawBuilder<SqlBool>[],
  first: number,
): RawBuilder<TransferRow> {
  const merged = facets.find(({ values }) => values.length !== 1)
  const others = facets.filter((facet) => facet !== merged).map((facet) => facetIn(facet))
  if (merged === undefined) return sql`${select([...others, ...conditions])} order by ${LISTED} limit ${first}`
  const { column, values } = merged
  const ofOne = select([sql`${facetColumn(column)} = allowed.value`, ...others, ...conditions])
  return sql`
    select page.* from unnest(${values}::${typeOf(column)}[]) as allowed (value)
    cross join lateral (${ofOne} order by ${LISTED} limit ${first}) as page
    order by ${LISTED} limit ${first}`
}

/** Merges the pages of combinations, each of which is a range of one index. */
function pageOfCombinations(
  combinations: readonly Combination[],
  conditions: readonly RawBuilder<SqlBool>[],
  first: number,
): RawBuilder<TransferRow> {
  // Null equals nothing, so that transfers without a VASP have a condition of their own.
  const { withVasp = [], withoutVasp = [] } = Object.groupBy(combinations, ({ vasp_id }) =>
    vasp_id === null ? 'withoutVasp' : 'withVasp',
  )
  const pages = [withVasp, withoutVasp].flatMap((group) => {
    if (group.length === 0) return []
    const arrays = FACET_COLUMNS.map((column) => sql`${group.map((each) => each[column])}::${typeOf(column)}[]`)
    const equal = FACET_COLUMNS.map((column) =>
      column === 'vasp_id' && group === withoutVasp
        ? sql<SqlBool>`vasp_id is null`
        : sql<SqlBool>`${facetColumn(column)} = allowed.${sql.ref(column)}`,
    )
    return sql`
      select page.* from unnest(${sql.join(arrays)}) as allowed (${FACETS})
      cross join lateral (${select([...equal, ...conditions])} order by ${LISTED} limit ${first}) as page`
  })
  return sql`${sql.join(pages, sql` union all `)} order by ${LISTED} limit ${first}`
}

function select(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<TransferRow> {
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  return sql`select ${COLUMNS} from transfers ${where}`
}
