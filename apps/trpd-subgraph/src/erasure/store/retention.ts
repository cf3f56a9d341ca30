import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../../foundation/store/tables.ts'
import { isErasable } from './erase-transfers.ts'

/** The latest time of last change at which a transfer's retention period has ended. */
export interface RetentionLimits {
  readonly transactions: Date
  /** For transfers with screening hits; if absent, none of them is due. */
  readonly screeningHits: Date | undefined
}

/** Maximum number of transfers that are counted. */
const COUNT_MAX = 10_000

const IS_HELD = sql`exists (select from legal_holds where transfer_id = transfers.id and ended_at is null)`

/** A transfer that may be erased, and its position by age. */
export interface DueTransfer {
  readonly id: string
  /** As formatted by PostgreSQL, with microseconds. */
  readonly createdAt: string
}

/** The transfers that may be erased because their period has ended, oldest first, starting after `after`. */
export async function listDue(
  db: Kysely<Tables>,
  limits: RetentionLimits,
  { max, after }: { readonly max: number; readonly after?: DueTransfer | undefined },
): Promise<readonly DueTransfer[]> {
  const isAfter =
    after === undefined ? sql`true` : sql`(created_at, id) > (${after.createdAt}::timestamptz, ${after.id}::uuid)`
  const { rows } = await sql<DueTransfer>`
    select id, created_at::text as "createdAt" from transfers
    where ${isPast(limits)} and ${isDue(limits)} and ${isAfter}
    order by created_at, id limit ${max}`.execute(db)
  return rows
}

/** Those of `transfers` that may be erased because their period has ended. */
export async function listStillDue<Transfer extends { readonly id: string }>(
  tx: Transaction<Tables>,
  limits: RetentionLimits,
  transfers: readonly Transfer[],
): Promise<readonly Transfer[]> {
  const { rows } = await sql<{ id: string }>`
    select id from transfers
    where id = any(${transfers.map(({ id }) => id)}::uuid[]) and ${isPast(limits)} and ${isDue(limits)}`.execute(tx)
  const due = new Set(rows.map(({ id }) => id))
  return transfers.filter(({ id }) => due.has(id))
}

/**
 * The numbers of transfers that are due, of those kept although their period has ended, and of those kept by
 * a legal hold.
 */
export async function countDue(
  db: Kysely<Tables>,
  limits: RetentionLimits,
): Promise<{ readonly due: number; readonly kept: number; readonly held: number }> {
  const count = (condition: RawBuilder<unknown>) => sql`(
    select count(*) from (select from transfers where ${isPast(limits)} and ${condition} limit ${COUNT_MAX}) as counted)`
  const { rows } = await sql<{ due: bigint; kept: bigint; held: bigint }>`
    select ${count(isDue(limits))} as due, ${count(sql`not (${isDue(limits)})`)} as kept, ${count(IS_HELD)} as held`.execute(
    db,
  )
  return { due: Number(rows[0]?.due ?? 0), kept: Number(rows[0]?.kept ?? 0), held: Number(rows[0]?.held ?? 0) }
}

function isPast({ transactions }: RetentionLimits): RawBuilder<unknown> {
  return sql`erased_at is null and created_at < ${transactions} and updated_at < ${transactions}`
}

function isDue({ screeningHits }: RetentionLimits): RawBuilder<unknown> {
  const hasHit = sql`exists (
    select from transfer_screenings where transfer_id = transfers.id and verdict in ('WARN', 'FAIL'))`
  const isCovered = screeningHits === undefined ? hasHit : sql`(updated_at >= ${screeningHits} and ${hasHit})`
  return sql`(${isErasable('transfers')} and not ${isCovered} and not ${IS_HELD})`
}
