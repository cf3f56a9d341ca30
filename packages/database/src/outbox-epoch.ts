import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Migration } from './migrate.ts'
import { lockOutbox, type OutboxEpochTable, type OutboxTables } from './outbox.ts'

export interface Epoch {
  /** A random UUID. */
  readonly id: string
  /** Whether this outbox has never been restored from a backup, as far as is known. */
  readonly isFirst: boolean
}

/** The state of the outbox around one position, in one snapshot. */
export interface OutboxPoint {
  readonly epoch: Epoch
  /** Position of the last event, `0n` when there is none. */
  readonly head: bigint
  /** Id of the event at the position, `undefined` when no event is there. */
  readonly eventId: string | undefined
}

/** The outbox at `position`, by default at its last event. */
export async function readOutboxPoint(db: Kysely<OutboxTables>, position?: bigint): Promise<OutboxPoint> {
  const { rows } = await sql<{ number: bigint; epoch: string; head: bigint; event_id: string | null }>`
    select number, epoch, head, (select id from outbox where position = coalesce(${position ?? null}, head)) as event_id
    from outbox_epoch, lateral (select coalesce(max(position), 0) as head from outbox) as last
    order by number desc
    limit 1`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The outbox has no epoch')
  return {
    epoch: { id: row.epoch, isFirst: row.number === 1n },
    head: row.head,
    eventId: row.event_id ?? undefined,
  }
}

/**
 * Begins a new epoch and returns the current one. With `after`, none begins unless that one is
 * still current, so that several processes that detect the same restore begin one.
 */
export async function beginEpoch<Tables extends OutboxTables>(
  db: Kysely<Tables>,
  { after, reason }: { readonly after?: string; readonly reason: Exclude<OutboxEpochTable['reason'], 'CREATED'> },
): Promise<Epoch> {
  return await (db as unknown as Kysely<OutboxTables>).transaction().execute(async (tx) => {
    await lockOutbox(tx)
    const { epoch } = await readOutboxPoint(tx)
    if (after !== undefined && after !== epoch.id) return epoch
    const begun = { id: randomUUID(), isFirst: false }
    await tx.insertInto('outbox_epoch').values({ epoch: begun.id, reason }).execute()
    return begun
  })
}

/**
 * Creates the table `outbox_epoch` with the first epoch.
 *
 * A restored database has the epochs of its backup: the new one must be begun by a command or by
 * the detection of a restore.
 */
export const outboxEpochMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      create table outbox_epoch (
        number bigint generated always as identity primary key,
        epoch uuid not null unique,
        reason text not null check (reason in ('CREATED', 'ANNOUNCED', 'DETECTED')),
        begun_at timestamptz not null default now()
      )`.execute(db)
    await sql`insert into outbox_epoch (epoch, reason) values (gen_random_uuid(), 'CREATED')`.execute(db)
  },
}
