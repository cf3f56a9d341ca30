import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import {
  type FeedCursor,
  type FeedCursorTables,
  loadFeedCursor,
  movedMeanwhile,
  moveFeedCursor,
} from './feed-cursor.ts'
import type { EventPlace } from './last-shared-event.ts'

/** The events of a source that were applied. */
export interface AppliedEvents {
  has(event: EventPlace): Promise<boolean>
  /** The last applied event, with its epoch. */
  last(): Promise<(EventPlace & { readonly epoch: string | undefined }) | undefined>
  /** The last applied event at or before a position, in the latest epoch that has one. */
  upTo(position: bigint): Promise<EventPlace | undefined>
}

/**
 * The cursor of `source`, at an event that was applied or at the beginning.
 *
 * If the cursor was moved forward to an event that was not applied, moves it back to the last applied event and logs
 * this, since reading from there would skip events. A cursor that was moved back stays, because its reader applies no
 * event twice.
 */
export async function loadAppliedCursor<Tables extends FeedCursorTables>({
  db,
  source,
  applied,
  logger,
}: {
  readonly db: Kysely<Tables>
  readonly source: string
  readonly applied: AppliedEvents
  readonly logger: Logger
}): Promise<FeedCursor> {
  const cursor = await loadFeedCursor(db, source)
  const { position, eventId } = cursor
  if (position === 0n || (eventId !== undefined && (await applied.has({ position, eventId })))) return cursor
  const last = await applied.last()
  const moved = { position: last?.position ?? 0n, epoch: last?.epoch ?? cursor.epoch, eventId: last?.eventId }
  const isMoved = await db.transaction().execute((tx) => moveFeedCursor(tx, cursor, moved))
  if (!isMoved) throw movedMeanwhile()
  // Version 0.1.0 moves only the position.
  if (moved.position !== position || eventId !== undefined) {
    logger.error(
      { source, position: String(position), eventId, lastApplied: String(moved.position) },
      'the cursor of a feed was changed in the database to skip events: it is moved back to the last applied one',
    )
  }
  return { ...cursor, ...moved, stop: undefined }
}
