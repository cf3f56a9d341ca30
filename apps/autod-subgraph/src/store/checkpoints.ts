import { type Kysely, type Selectable, sql } from 'kysely'
import type { Checkpoint, CheckpointClaims, VerifyCheckpoint } from '../checkpoints/domain/checkpoint.ts'
import type { AuditCheckpointTable, Tables } from './tables.ts'

/** Stores a signed checkpoint; false if another process has signed that entry. */
export async function saveCheckpoint(db: Kysely<Tables>, claims: CheckpointClaims, jws: string): Promise<boolean> {
  const { epoch, sequence, at } = claims
  const saved = await db
    .insertInto('auditCheckpoint')
    .values({ epoch, sequence, at, jws })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  return saved.numInsertedOrUpdatedRows === 1n
}

/** A checkpoint row, which the service's role could have inserted with any content. */
export type StoredCheckpoint = Omit<Selectable<AuditCheckpointTable>, 'id'>

/** The checkpoint in a row; `undefined` if no trusted key signed it for the entry of that row. */
export async function verifyStored(row: StoredCheckpoint, verify: VerifyCheckpoint): Promise<Checkpoint | undefined> {
  const checkpoint = await verify(row.jws)
  const isInPlace =
    checkpoint?.epoch === row.epoch &&
    checkpoint.sequence === row.sequence &&
    checkpoint.at.getTime() === row.at.getTime()
  return isInPlace ? checkpoint : undefined
}

const columns = ['epoch', 'sequence', 'at', 'jws'] as const

/** The checkpoint that was stored last. */
export async function loadNewestCheckpoint(db: Kysely<Tables>): Promise<StoredCheckpoint | undefined> {
  return await db.selectFrom('auditCheckpoint').select(columns).orderBy('id', 'desc').limit(1).executeTakeFirst()
}

/** The checkpoints of entries `from` to `to`, oldest first. */
export async function listCheckpoints(
  db: Kysely<Tables>,
  from: bigint,
  to: bigint,
): Promise<readonly StoredCheckpoint[]> {
  return await db
    .selectFrom('auditCheckpoint')
    .select(columns)
    .where('sequence', '>=', from)
    .where('sequence', '<=', to)
    .orderBy('id')
    .execute()
}

/** For each of these entries, the first checkpoint at or after it; in log order, without duplicates. */
export async function listCovering(
  db: Kysely<Tables>,
  sequences: readonly bigint[],
): Promise<readonly Pick<StoredCheckpoint, 'sequence' | 'jws'>[]> {
  const { rows } = await sql<Pick<StoredCheckpoint, 'sequence' | 'jws'>>`
    select distinct covering.sequence, covering.jws
    from unnest(${sequences.map(String)}::bigint[]) as entry (sequence)
    cross join lateral (
      select sequence, jws from audit_checkpoint where audit_checkpoint.sequence >= entry.sequence
      order by sequence, id desc limit 1
    ) as covering
    order by covering.sequence`.execute(db)
  return rows
}

/** The checkpoints of entries after `end`, those of the last entries first. */
export async function listCheckpointsBeyond(
  db: Kysely<Tables>,
  end: bigint,
  limit: number,
): Promise<readonly StoredCheckpoint[]> {
  const query = db.selectFrom('auditCheckpoint').select(columns).where('sequence', '>', end)
  return await query.orderBy('sequence', 'desc').limit(limit).execute()
}

/** The first checkpoint of each epoch, which states what it accepts. */
export async function listFirstCheckpoints(db: Kysely<Tables>): Promise<readonly string[]> {
  const { rows } = await sql<{ jws: string }>`
    select distinct on (epoch) jws from audit_checkpoint order by epoch, id`.execute(db)
  return rows.map(({ jws }) => jws)
}

/** The last entry before `sequence` that has a checkpoint; `0n` without one. */
export async function loadSequenceBefore(db: Kysely<Tables>, sequence: bigint): Promise<bigint> {
  const query = db.selectFrom('auditCheckpoint').select('sequence').where('sequence', '<', sequence)
  return (await query.orderBy('sequence', 'desc').limit(1).executeTakeFirst())?.sequence ?? 0n
}

/** The checkpoints signed after `at`, oldest first. */
export async function listCheckpointsAfter(db: Kysely<Tables>, at: Date, limit: number) {
  return await db
    .selectFrom('auditCheckpoint')
    .select(columns)
    .where('at', '>', at)
    .orderBy('at')
    .limit(limit)
    .execute()
}

/**
 * The signing time of the last checkpoint that `target` has received. A stored time after the last checkpoint
 * cannot come from a delivery, and counts as the epoch.
 */
export async function loadDelivered(db: Kysely<Tables>, target: string): Promise<Date> {
  const { rows } = await sql<{ deliveredAt: Date }>`
    select delivered_at from audit_checkpoint_delivery
    where target = ${target} and delivered_at <= (select max(at) from audit_checkpoint)`.execute(db)
  return rows[0]?.deliveredAt ?? new Date(0)
}

export async function saveDelivered(db: Kysely<Tables>, target: string, at: Date): Promise<void> {
  await db
    .insertInto('auditCheckpointDelivery')
    .values({ target, deliveredAt: at })
    .onConflict((on) => on.column('target').doUpdateSet({ deliveredAt: at }))
    .execute()
}
