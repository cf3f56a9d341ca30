import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../foundation/store/tables.ts'

/** A reason for counterparties that was reviewed. */
export interface CounterpartyReason {
  readonly id: string
  /** Number of the latest change, from 1. */
  readonly version: number
  readonly text: string
  /** True if it can no longer be chosen. */
  readonly retired: boolean
  readonly updatedAt: Date
}

/** All reviewed reasons, in the order of their ids. */
export async function listReasons(db: Kysely<Tables>): Promise<CounterpartyReason[]> {
  return await db.selectFrom('counterpartyReasons').selectAll().orderBy('id').execute()
}

/** Those of the reviewed reasons with these ids that can be chosen, in any order. */
export async function loadReasons(db: Kysely<Tables>, ids: readonly string[]): Promise<CounterpartyReason[]> {
  if (ids.length === 0) return []
  const found = db.selectFrom('counterpartyReasons').selectAll().where('id', 'in', ids).where('retired', '=', false)
  return await found.execute()
}

/** The reviewed reason with this id, locked against changes. */
export async function lockReason(tx: Transaction<Tables>, id: string): Promise<CounterpartyReason | undefined> {
  return await tx.selectFrom('counterpartyReasons').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Stores a reviewed reason. */
export async function saveReason(tx: Transaction<Tables>, reason: CounterpartyReason): Promise<void> {
  const { id: _, ...changes } = reason
  await tx
    .insertInto('counterpartyReasons')
    .values(reason)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
    .execute()
}

/** The number of reviewed reasons. */
export async function countReasons(tx: Transaction<Tables>): Promise<number> {
  const { count } = await tx
    .selectFrom('counterpartyReasons')
    .select((expression) => expression.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
