import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { CheckpointClaims } from '../domain/checkpoint.ts'
import type { Tables } from './tables.ts'

/** Stores a signed checkpoint; false when another process has signed that entry. */
export async function saveCheckpoint(db: Kysely<Tables>, claims: CheckpointClaims, jws: string): Promise<boolean> {
  const { epoch, sequence, at } = claims
  const saved = await db
    .insertInto('audit_checkpoint')
    .values({ epoch, sequence, at, jws })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  return saved.numInsertedOrUpdatedRows === 1n
}

/** The checkpoint that was stored last, as a compact JWS. */
export async function loadNewestCheckpoint(db: Kysely<Tables>): Promise<string | undefined> {
  const row = await db.selectFrom('audit_checkpoint').select('jws').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.jws
}

/** The checkpoints of entries `from` to `to`, oldest first. */
export async function listCheckpoints(db: Kysely<Tables>, from: bigint, to: bigint): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('audit_checkpoint')
    .select('jws')
    .where('sequence', '>=', from)
    .where('sequence', '<=', to)
    .orderBy('id')
    .execute()
  return rows.map(({ jws }) => jws)
}

/** The first checkpoint of each epoch, which says what it accepts. */
export async function listFirstCheckpoints(db: Kysely<Tables>): Promise<readonly string[]> {
  const { rows } = await sql<{ jws: string }>`
    select distinct on (epoch) jws from audit_checkpoint order by epoch, id`.execute(db)
  return rows.map(({ jws }) => jws)
}

/** The last entry before `sequence` with a checkpoint; `0n` for none. */
export async function loadSequenceBefore(db: Kysely<Tables>, sequence: bigint): Promise<bigint> {
  const query = db.selectFrom('audit_checkpoint').select('sequence').where('sequence', '<', sequence)
  return (await query.orderBy('sequence', 'desc').limit(1).executeTakeFirst())?.sequence ?? 0n
}

/** The checkpoints signed after `at`, oldest first. */
export async function listCheckpointsAfter(db: Kysely<Tables>, at: Date, limit: number) {
  return await db
    .selectFrom('audit_checkpoint')
    .select(['jws', 'at'])
    .where('at', '>', at)
    .orderBy('at')
    .limit(limit)
    .execute()
}

/** When the last checkpoint was signed that `target` has received. */
export async function loadDelivered(db: Kysely<Tables>, target: string): Promise<Date> {
  const query = db.selectFrom('audit_checkpoint_delivery').select('delivered_at').where('target', '=', target)
  return (await query.executeTakeFirst())?.delivered_at ?? new Date(0)
}

export async function saveDelivered(db: Kysely<Tables>, target: string, at: Date): Promise<void> {
  await db
    .insertInto('audit_checkpoint_delivery')
    .values({ target, delivered_at: at })
    .onConflict((on) => on.column('target').doUpdateSet({ delivered_at: at }))
    .execute()
}
