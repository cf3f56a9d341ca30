import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Migration } from './migrate.ts'
import { lockOutbox, type OutboxTables } from './outbox.ts'

export interface Epoch {
  /** A random UUID. */
  readonly id: string
  /** True if, as far as known, this outbox has never been restored from a backup. */
  readonly isFirst: boolean
}

/** The state of the outbox around one position, in one snapshot. */
export interface OutboxPoint {
  readonly epoch: Epoch
  /** Position of the last event, `0n` without one. */
  readonly head: bigint
  /** Id of the event at the position, `undefined` when no event is there. */
  readonly eventId: string | undefined
}

/**
 * Identifies a database: its server, the server's timeline, and the database. A promoted standby and a recovery to a
 * point in time have another timeline. Any role may call these functions.
 */
const PLACE = sql`concat_ws('/', (select system_identifier from pg_control_system()),
  left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
  (select oid from pg_database where datname = current_database()))`

/**
 * Stored by an epoch when it begins: the place, and the transaction that writes the row. A row restored from a dump was
 * written by another transaction.
 */
const HOME = sql`${PLACE} || '/' || pg_current_xact_id()::xid`

/**
 * True if the epoch began in this database. Null counts as false: the epoch was announced, or begun by an earlier
 * version. A standby is read-only and keeps the epoch of its primary.
 */
export const IS_AT_HOME = sql<boolean>`
  case when pg_is_in_recovery() then true
    else coalesce(home = ${PLACE} || '/' || outbox_epoch.xmin, false) end`

interface EpochRow {
  readonly number: bigint
  readonly epoch: string
  readonly home: string | null
  readonly isAtHome: boolean
}

const CURRENT_EPOCH = sql`
  select number, epoch, home, ${IS_AT_HOME} as is_at_home from outbox_epoch order by number desc limit 1`

/**
 * The state of the outbox at `position`, by default at its last event.
 *
 * If the epoch began in another database, this one was restored, copied or promoted, and a new epoch begins first.
 */
export async function readOutboxPoint(
  db: Kysely<OutboxTables>,
  logger: Logger,
  position?: bigint,
): Promise<OutboxPoint> {
  const read = async () => {
    const { rows } = await sql<EpochRow & { head: bigint; eventId: string | null }>`
      select current.*, head, (select id from outbox where position = coalesce(${position ?? null}, head)) as event_id
      from (${CURRENT_EPOCH}) as current, lateral (select coalesce(max(position), 0) as head from outbox) as last`.execute(
      db,
    )
    return required(rows[0])
  }
  let row = await read()
  if (!row.isAtHome) {
    await settleEpoch(db, logger)
    row = await read()
  }
  return { epoch: epochOf(row), head: row.head, eventId: row.eventId ?? undefined }
}

interface BeginOptions {
  /**
   * No epoch begins unless this one is still current, so that several processes that detect the same restore begin only
   * one.
   */
  readonly after: string
  /** A reader's epoch that this outbox never had. Recorded, so that it causes only one new epoch. */
  readonly foreign?: string
}

/** Begins a new epoch after a detected restore, and returns the current one. */
export async function beginEpoch(db: Kysely<OutboxTables>, { after, foreign }: BeginOptions): Promise<Epoch> {
  return await db.transaction().execute(async (tx) => {
    await lockOutbox(tx)
    const current = await currentEpoch(tx)
    if (after !== current.epoch) return epochOf(current)
    if (foreign !== undefined) {
      await tx.insertInto('outboxEpoch').values({ epoch: foreign, reason: 'FOREIGN' }).execute()
    }
    return await insertDetected(tx)
  })
}

/**
 * Begins a new epoch because an operator announces a restore, and returns its id. The database may be of an earlier
 * version: the service that reads the epoch records its place.
 */
export async function announceEpoch<Tables extends OutboxTables>(db: Kysely<Tables>): Promise<string> {
  return await (db as unknown as Kysely<OutboxTables>).transaction().execute(async (tx) => {
    await lockOutbox(tx)
    const epoch = randomUUID()
    await tx.insertInto('outboxEpoch').values({ epoch, reason: 'ANNOUNCED' }).execute()
    return epoch
  })
}

/** True if an epoch is or was one of this outbox, or was recorded as a reader's. */
export async function knowsEpoch(db: Kysely<OutboxTables>, epoch: string): Promise<boolean> {
  const query = db.selectFrom('outboxEpoch').select('number').where('epoch', '=', epoch)
  return (await query.executeTakeFirst()) !== undefined
}

/** Records the place of the current epoch, or begins a new epoch if the place differs. */
async function settleEpoch(db: Kysely<OutboxTables>, logger: Logger): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOutbox(tx)
    const { number, epoch, home, isAtHome } = await currentEpoch(tx)
    if (isAtHome) return
    if (home === null) {
      await tx
        .updateTable('outboxEpoch')
        .set({ home: sql<string>`${HOME}` })
        .where('number', '=', number)
        .execute()
    } else {
      const { id } = await insertDetected(tx)
      logger.error(
        { previousEpoch: epoch, epoch: id },
        'this database was restored, copied or promoted since its epoch began: a new epoch begins, and readers stop',
      )
    }
  })
}

async function insertDetected(tx: Transaction<OutboxTables>): Promise<Epoch> {
  const id = randomUUID()
  const home = sql<string>`${HOME}`
  await tx.insertInto('outboxEpoch').values({ epoch: id, reason: 'DETECTED', home }).execute()
  return { id, isFirst: false }
}

async function currentEpoch(tx: Transaction<OutboxTables>): Promise<EpochRow> {
  const { rows } = await sql<EpochRow>`${CURRENT_EPOCH}`.execute(tx)
  return required(rows[0])
}

function required<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('The outbox has no epoch')
  return row
}

function epochOf({ number, epoch }: EpochRow): Epoch {
  return { id: epoch, isFirst: number === 1n }
}

/**
 * Creates the table `outbox_epoch` with the first epoch.
 *
 * A restored database has the epochs of its backup, so a new one must begin: see `readOutboxPoint`.
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

/** Records for each epoch in which database it began, and adds epochs of readers. */
export const outboxHomeMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      alter table outbox_epoch
        add column home text,
        drop constraint outbox_epoch_reason_check,
        add constraint outbox_epoch_reason_check
          check (reason in ('CREATED', 'ANNOUNCED', 'DETECTED', 'FOREIGN'))`.execute(db)
  },
}
