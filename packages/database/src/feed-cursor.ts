import { type Kysely, type Selectable, type SqlBool, sql, type Transaction, type UpdateObject } from 'kysely'
import type { Migration } from './migrate.ts'

export interface FeedCursorTable {
  source: string
  position: bigint
  /** Epoch of the source's outbox; null until the source has stated one. */
  epoch: string | null
  /**
   * Id of the event at `eventPosition`; null at the beginning. If `eventPosition` differs from `position`, an earlier
   * version of this program has moved the cursor.
   */
  eventId: string | null
  eventPosition: bigint | null
  /** When and why reading stopped, and the source's epoch at that time. */
  stoppedAt: Date | null
  stopCode: FeedStopCode | null
  stopEpoch: string | null
  /** The operator who accepted the gap. The active consumer then records it and continues. */
  acceptedBy: string | null
  /** Position of the source's last event; null until the source has stated it. */
  head: bigint | null
  /** When reading began to fail; null while it succeeds. */
  failingSince: Date | null
  updatedAt: Date
}

/** The tables that a feed consumer needs. */
export interface FeedCursorTables {
  feedCursor: FeedCursorTable
}

/** Why reading stopped: the source has another epoch, or no longer has the event of the cursor. */
export type FeedStopCode = 'FEED_EPOCH_CHANGED' | 'FEED_POSITION_UNKNOWN'

export interface FeedStop {
  readonly at: Date
  readonly code: FeedStopCode
  /** The source's epoch when it refused. */
  readonly epoch: string
  readonly acceptedBy: string | undefined
}

/** The last applied event of a source. */
export interface FeedCursor {
  readonly source: string
  /** `0n` before the first event. */
  readonly position: bigint
  /** `undefined` until the source has stated one. */
  readonly epoch: string | undefined
  /** `undefined` before the first event, and when unknown. */
  readonly eventId: string | undefined
  /** Set while reading is stopped. */
  readonly stop: FeedStop | undefined
  /** Position of the last event that the source has stated; `undefined` until then. */
  readonly head: bigint | undefined
  /** Set while reading fails. */
  readonly failingSince: Date | undefined
}

/** A cursor, and when an event was last read or reading stopped; `null` before the first event. */
export interface ReadFeed extends FeedCursor {
  readonly changedAt: Date | null
}

/** Creates the table `feed_cursor`, with the last applied position of each source. */
export const feedCursorMigration: Migration = {
  async up(db) {
    await sql`
      create table feed_cursor (
        source text primary key,
        position bigint not null default 0,
        updated_at timestamptz not null default now()
      )`.execute(db)
  },
}

/** Adds to each cursor its epoch and event, and the reason why reading stopped. */
export const feedCursorEpochMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      alter table feed_cursor
        add column epoch text,
        add column event_id text,
        add column event_position bigint,
        add column stopped_at timestamptz,
        add column stop_code text check (stop_code in ('FEED_EPOCH_CHANGED', 'FEED_POSITION_UNKNOWN')),
        add column stop_epoch text,
        add column accepted_by text,
        add check ((stopped_at is null) = (stop_code is null)),
        add check ((stopped_at is null) = (stop_epoch is null)),
        add check (accepted_by is null or stopped_at is not null)`.execute(db)
  },
}

/** Adds to each cursor the source's last position, and since when reading fails. */
export const feedArrivalMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`alter table feed_cursor add column head bigint, add column failing_since timestamptz`.execute(db)
  },
}

/** The cursor of `source`, at the beginning for a new one. */
export async function loadFeedCursor<Tables extends FeedCursorTables>(
  db: Kysely<Tables>,
  source: string,
): Promise<FeedCursor> {
  const [cursor] = await listFeedCursors(db, [source])
  if (cursor !== undefined) return cursor
  await cursorsOf(db)
    .insertInto('feedCursor')
    .values({ source, position: 0n, updatedAt: new Date() } as FeedCursorTable)
    .onConflict((on) => on.doNothing())
    .execute()
  return await loadFeedCursor(db, source)
}

/** The cursors of `sources`, by default of all. A source that was never read has none. */
export async function listFeedCursors<Tables extends FeedCursorTables>(
  db: Kysely<Tables>,
  sources?: readonly string[],
): Promise<FeedCursor[]> {
  const query = cursorsOf(db).selectFrom('feedCursor').selectAll().orderBy('source')
  const isRequested = sources && sql<SqlBool>`source = any(${sql.val(sources)}::text[])`
  return (await (isRequested ? query.where(isRequested) : query).execute()).map(fromRow)
}

/** When an event of each source was last read, or its reading stopped. Omits sources of which no event was read. */
export async function loadFeedTimes<Tables extends FeedCursorTables>(
  db: Kysely<Tables>,
  sources: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await cursorsOf(db)
    .selectFrom('feedCursor')
    .select(['source', 'updatedAt'])
    .where(sql<SqlBool>`source = any(${sql.val(sources)}::text[])`)
    .where(({ eb, or }) => or([eb('position', '>', 0n), eb('stoppedAt', 'is not', null)]))
    .execute()
  return new Map(rows.map(({ source, updatedAt: at }) => [source, at]))
}

/** True if every event that the source has stated was applied. A failing source may have more. */
export function isCaughtUp({ position, head, stop, failingSince }: FeedCursor): boolean {
  return stop === undefined && failingSince === undefined && (head === undefined || position >= head)
}

/**
 * One line for operators about the events of `sources` that have not arrived; `undefined` if all stated events were
 * applied.
 */
export async function describeMissing<Tables extends FeedCursorTables>(
  db: Kysely<Tables>,
  sources: readonly string[],
): Promise<string | undefined> {
  const cursors = (await listFeedCursors(db, sources)).filter((cursor) => !isCaughtUp(cursor))
  const stopped = cursors.filter(({ stop }) => stop !== undefined).map(({ source }) => source)
  const others = cursors.filter(({ stop }) => stop === undefined)
  const parts = others.map(({ source, position, head, failingSince }) => {
    const place = `at position ${position}${head === undefined ? '' : ` of ${head}`}`
    return failingSince === undefined
      ? `reading goes on: ${source}, ${place}`
      : `reading fails since ${failingSince.toISOString()}: ${source}, ${place}`
  })
  if (stopped.length > 0) {
    const names = stopped.join(', ')
    parts.unshift(`reading is stopped, because a database was restored from a backup: ${names} (npm run feeds)`)
  }
  return parts.length === 0 ? undefined : parts.join('; ')
}

/**
 * Moves the cursor of `source` in the caller's transaction; concurrent moves wait until it ends. A moved cursor is no
 * longer stopped or failing. Without `head`, the stored one is kept.
 *
 * Returns false and moves nothing when the cursor is no longer at `from`: another consumer has moved it, and the caller
 * must roll back.
 */
export async function moveFeedCursor<Tables extends FeedCursorTables>(
  tx: Transaction<Tables>,
  from: FeedCursor,
  to: Pick<FeedCursor, 'position' | 'epoch' | 'eventId'> & Partial<Pick<FeedCursor, 'head'>>,
): Promise<boolean> {
  return await update(tx, from, {
    position: to.position,
    epoch: to.epoch ?? null,
    eventId: to.eventId ?? null,
    eventPosition: to.eventId === undefined ? null : to.position,
    stoppedAt: null,
    stopCode: null,
    stopEpoch: null,
    acceptedBy: null,
    failingSince: null,
    ...(to.head !== undefined && { head: to.head }),
    ...(to.position !== from.position && { updatedAt: sql<Date>`now()` }),
  })
}

/** Records that reading fails, and the source's position at its last response. Keeps the time of the first failure. */
export async function noteFailing<Tables extends FeedCursorTables>(
  db: Kysely<Tables>,
  source: string,
  head: bigint | undefined,
): Promise<void> {
  await cursorsOf(db)
    .updateTable('feedCursor')
    .set({
      failingSince: sql<Date>`coalesce(failing_since, now())`,
      ...(head !== undefined && { head }),
    })
    .where('source', '=', source)
    .execute()
}

/** Stops reading until an operator accepts the gap. Has no effect when the cursor has moved. */
export async function stopFeedCursor<Tables extends FeedCursorTables>(
  db: Kysely<Tables>,
  from: FeedCursor,
  { code, epoch }: Pick<FeedStop, 'code' | 'epoch'>,
): Promise<boolean> {
  const stopped = {
    stoppedAt: new Date(),
    stopCode: code,
    stopEpoch: epoch,
    acceptedBy: null,
    failingSince: null,
    updatedAt: sql<Date>`now()`,
  }
  return await update(db, from, stopped)
}

/**
 * Accepts the gap of a stopped source. Returns the source's accepted epoch, or `undefined` when reading is not stopped.
 * If a newer epoch begins before the gap is recorded, it must be accepted separately.
 */
export async function acceptFeedGap<Tables extends FeedCursorTables>(
  db: Kysely<Tables>,
  source: string,
  acceptedBy: string,
): Promise<string | undefined> {
  const accepted = await cursorsOf(db)
    .updateTable('feedCursor')
    .set({ acceptedBy, updatedAt: sql<Date>`now()` })
    .where('source', '=', source)
    .where('stoppedAt', 'is not', null)
    .returning('stopEpoch')
    .executeTakeFirst()
  return accepted?.stopEpoch ?? undefined
}

/** The error for a caller whose cursor another consumer has moved. */
export function movedMeanwhile(): Error {
  return new Error('The cursor was moved')
}

async function update<Tables extends FeedCursorTables>(
  db: Kysely<Tables>,
  from: FeedCursor,
  changes: UpdateObject<FeedCursorTables, 'feedCursor'>,
): Promise<boolean> {
  const { numUpdatedRows } = await cursorsOf(db)
    .updateTable('feedCursor')
    .set(changes)
    .where('source', '=', from.source)
    .where('position', '=', from.position)
    .where('epoch', 'is not distinct from', from.epoch ?? null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

function fromRow(row: Selectable<FeedCursorTable>): FeedCursor {
  const { source, position, stoppedAt: at, stopCode: code, stopEpoch: epoch } = row
  const isStopped = at !== null && code !== null && epoch !== null
  return {
    source,
    position,
    epoch: row.epoch ?? undefined,
    eventId: row.eventPosition === position ? (row.eventId ?? undefined) : undefined,
    stop: isStopped ? { at, code, epoch, acceptedBy: row.acceptedBy ?? undefined } : undefined,
    head: row.head ?? undefined,
    failingSince: row.failingSince ?? undefined,
  }
}

function cursorsOf<Tables extends FeedCursorTables>(db: Kysely<Tables>): Kysely<FeedCursorTables> {
  return db as unknown as Kysely<FeedCursorTables>
}
