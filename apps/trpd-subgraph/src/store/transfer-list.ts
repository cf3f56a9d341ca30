import type { Sealer } from '@travel-rule/database/seal'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AssetRegistry } from '../domain/asset.ts'
import type { Transfer } from '../domain/transfer.ts'
import type { Tables, TransferRow } from './tables.ts'
import {
  alternativesOf,
  conditionsOf,
  type Facet,
  facetColumn,
  facetIn,
  facetsOf,
  typeOf,
} from './transfer-conditions.ts'
import type { TransferFilter } from './transfer-filter.ts'
import { TRANSFER_COLUMNS, transferOfRow } from './transfer-rows.ts'

/** A transfer and its position in the list. */
export interface ListedTransfer {
  readonly sequence: bigint
  readonly transfer: Transfer
}

/** The newest first. Every index for a filter ends with these columns. */
const LISTED = sql`created_at desc, sequence desc`
const COLUMNS = sql.join([sql.ref('sequence'), ...TRANSFER_COLUMNS.map((column) => sql.ref(column))])

/** Most transfers of a search that are sorted; more are found sooner in the order of the list. */
const SORTED_MAX = 3_000

/** A page of transfers, newest first; those after the transfer `after` if it is set. */
export async function listTransfers(
  { db, sealer, assets }: { readonly db: Kysely<Tables>; readonly sealer: Sealer; readonly assets: AssetRegistry },
  { filter, first, after }: { filter: TransferFilter; first: number; after?: bigint | undefined },
): Promise<ListedTransfer[]> {
  const found = filter.search === undefined ? undefined : await findAll(db, filter.search)
  const conditions = conditionsOf(found === undefined ? filter : { ...filter, search: undefined }, assets)
  if (found !== undefined) conditions.push(sql`id = any(${found}::uuid[])`)
  if (after !== undefined) {
    const createdAt = await createdAtOf(db, after)
    if (createdAt === undefined) return []
    conditions.push(sql`(created_at, sequence) < (${createdAt}::timestamptz, ${after}::bigint)`)
  }
  const { rows } = await pageOf(facetsOf(filter), conditions, first).execute(db)
  return rows.map((row) => ({ sequence: row.sequence, transfer: transferOfRow(row, row, sealer) }))
}

/**
 * The ids that a search finds; `undefined` if there are too many. PostgreSQL cannot tell before, and
 * would look for a rare one in the order of the list.
 */
async function findAll(db: Kysely<Tables>, search: string): Promise<string[] | undefined> {
  const alternatives = alternativesOf(search).map((condition) => sql`select id from transfers where ${condition}`)
  const { rows } = await sql<{ id: string }>`
    ${sql.join(alternatives, sql` union all `)} limit ${SORTED_MAX + 1}`.execute(db)
  return rows.length > SORTED_MAX ? undefined : rows.map(({ id }) => id)
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

function select(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<TransferRow> {
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  return sql`select ${COLUMNS} from transfers ${where}`
}
