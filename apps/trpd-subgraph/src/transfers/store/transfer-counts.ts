import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import type { AssetRegistry } from '../../assets/domain/asset.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import type { TransferChannel } from '../domain/transfer.ts'
import { conditionsOf, FACET_COLUMNS, facetIn, facetsOf, hasChannel } from './transfer-conditions.ts'
import { hasOnlyFacets, type TransferFilter } from './transfer-filter.ts'

/** The columns by which transfers are counted. */
const COUNTED = sql.join(FACET_COLUMNS.map((column) => sql.ref(column)))

/** The kept counts and the changes since they were last folded; together they are exact. */
export const COUNTS = sql`(
  select ${COUNTED}, count from transfer_counts
  union all select ${COUNTED}, change from transfer_count_changes) as counts`

/**
 * The number of matching transfers: read from the kept counts if the filter has only facets, otherwise
 * counted in an index.
 */
export async function countTransfers(
  { db, assets }: { readonly db: Kysely<Tables>; readonly assets: AssetRegistry },
  filter: TransferFilter,
): Promise<number> {
  const { channels, ...others } = filter
  const facets = facetsOf(filter)
  const kept = sql`(
    select coalesce(sum(count), 0)::bigint from ${COUNTS} ${where(facets.map((facet) => facetIn(facet, 'counts')))})`
  const counted = (conditions: readonly RawBuilder<SqlBool>[]) =>
    sql`(select count(*) from transfers ${where([...facets.map((facet) => facetIn(facet)), ...conditions])})`
  const count = !hasOnlyFacets(others)
    ? counted(conditionsOf(filter, assets))
    : channels === undefined
      ? kept
      : channels.includes('TRP')
        ? // Of the channels only TRP has many transfers, which are cheaper to infer.
          sql`${kept} - ${counted([hasNoneOf(channels)])}`
        : counted([hasChannel(channels)])
  const { rows } = await sql<Count>`select ${count} as count`.execute(db)
  return Number(rows[0]?.count)
}

/** The condition that a transfer has none of these channels, which include TRP. */
function hasNoneOf(channels: readonly TransferChannel[]): RawBuilder<SqlBool> {
  return sql`(channel <> 'TRP' and channel <> all(${channels}::text[]))`
}

interface Count {
  readonly count: bigint
}

/** The number of transfers whose latest message has not been delivered. */
export async function countUndelivered(db: Kysely<Tables>): Promise<Record<'RETRYING' | 'FAILED', number>> {
  const { rows } = await sql<Count & { readonly state: string }>`
    select delivery_state as state, sum(count)::bigint as count from ${COUNTS}
    where delivery_state in ('RETRYING', 'FAILED') group by delivery_state`.execute(db)
  const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]))
  return { RETRYING: counts.get('RETRYING') ?? 0, FAILED: counts.get('FAILED') ?? 0 }
}

/**
 * Adds at most `max` changes to the kept counts and returns their number. Until then each change is a row of
 * its own, so that no transaction waits for another that changes the same count.
 */
export async function foldCounts(tx: Transaction<Tables>, max: number): Promise<number> {
  const { rows } = await sql<Count>`
    with folded as (
      delete from transfer_count_changes
      where id in (select id from transfer_count_changes order by id limit ${max} for update skip locked)
      returning *
    ), changed as (
      insert into transfer_counts as kept (${COUNTED}, count)
      select ${COUNTED}, sum(change) from folded group by ${COUNTED} having sum(change) <> 0 order by ${COUNTED}
      on conflict (${COUNTED}) do update set count = kept.count + excluded.count
    )
    select count(*) from folded`.execute(tx)
  return Number(rows[0]?.count)
}

function where(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
}
