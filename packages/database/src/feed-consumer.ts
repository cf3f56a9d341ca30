import { backoffDelayMs } from '@travel-rule/service/backoff'
import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import { type AppliedEvents, loadAppliedCursor } from './applied-cursor.ts'
import { createBell } from './bell.ts'
import type { Database } from './database.ts'
import {
  type FeedCursor,
  type FeedCursorTables,
  type FeedStop,
  movedMeanwhile,
  moveFeedCursor,
  noteFailing,
  stopFeedCursor,
} from './feed-cursor.ts'
import type { FeedPage } from './feed-page.ts'
import { type FeedAccess, type FeedRefusal, fetchFeedPage } from './fetch-feed-page.ts'
import { lastSharedEvent } from './last-shared-event.ts'
import { type Lease, openLease } from './lease.ts'
import type { StoredEvent } from './outbox.ts'

export {
  type FeedCursorTable,
  type FeedCursorTables,
  feedArrivalMigration,
  feedCursorEpochMigration,
  feedCursorMigration,
} from './feed-cursor.ts'

/** Maximum number of events per page and transaction. */
const PAGE_EVENTS = 200
/** How long the source delays an empty page (long polling), in milliseconds. */
const WAIT_MS = 20_000
/** Pause after an empty page that the source did not delay, in milliseconds. */
const EARLY_PAUSE_MS = 250
/** Interval at which a stopped consumer looks for an accepted gap, in milliseconds. */
const STOPPED_PAUSE_MS = 1_000
const RETRY = { firstDelayMs: 200, delayMaxMs: 15_000 }

export interface FeedConsumer extends AsyncDisposable {
  /**
   * `WAITING` while another replica consumes, `FAILING` after a failure until the next success,
   * `STOPPED` while the source, restored from a backup, does not have what was applied.
   */
  readonly state: 'WAITING' | 'FOLLOWING' | 'FAILING' | 'STOPPED'
  /** Last applied position as read by this process; `undefined` before it has read the cursor. */
  readonly position: bigint | undefined
  progress(): FeedProgress
}

/** How far this process has applied a feed. */
export interface FeedProgress {
  readonly source: string
  readonly state: FeedConsumer['state']
  /** `FeedConsumer.position` in decimal digits. */
  readonly position: string | null
  /** Time of the last event that this process applied, RFC 3339. */
  readonly lastEventAt: string | null
  /** Delay between that time and the application, in milliseconds. */
  readonly lagMs: number | null
}

/** The gap that an operator has accepted after a restore of the source. */
export interface FeedGap {
  readonly stop: FeedStop & { readonly acceptedBy: string }
  /** The epoch of the events that may be lost; `undefined` when the source had stated none. */
  readonly previousEpoch: string | undefined
  /** Applied events after this position are not in the restored source. */
  readonly lostAfter: bigint
  /** Position of the last applied event; equal to `lostAfter` if the source has all applied events. */
  readonly lostUntil: bigint
}

/** The place of an event, or of the first event of a page, in the outbox of its source. */
export interface EventOrigin {
  /** `undefined` for a source of an earlier version. */
  readonly epoch: string | undefined
  /** Id of the preceding event, which was applied; `undefined` for the first event of the outbox. */
  readonly previousId: string | undefined
}

type ApplyEvent<Tables> = (tx: Transaction<Tables>, event: StoredEvent, origin: EventOrigin) => Promise<void>

type ApplyPage<Tables> = (tx: Transaction<Tables>, events: readonly StoredEvent[], origin: EventOrigin) => Promise<void>

export interface FeedConsumerOptions<Tables extends FeedCursorTables> extends FeedAccess {
  /** Name of the cursor; one consumer is active per source and database. */
  readonly source: string
  readonly database: Database<Tables>
  /**
   * Applies one event, or the events of a page in order, using only `tx`. If it throws, the page is rolled back and
   * retried, with a smaller page first. After a gap, events that were applied before the restore may occur again.
   */
  readonly apply: ApplyEvent<Tables> | { readonly page: ApplyPage<Tables> }
  readonly applied: AppliedEvents
  /** Records an accepted gap in `tx`, before the events after it. */
  recordGap(tx: Transaction<Tables>, gap: FeedGap): Promise<void>
  /**
   * Called in the transaction of the last event whenever all events of the source have been applied, and about every 20
   * seconds while the source has no new events.
   */
  caughtUp?(tx: Transaction<Tables>): Promise<void>
  readonly logger: Logger
}

/**
 * Applies every event of a source exactly once and in order, until disposed.
 *
 * A page and the cursor are written in one transaction, so that a crash neither loses nor repeats an event. Failures
 * are logged and retried with backoff indefinitely: an event that cannot be applied blocks the events after it. A
 * source that was restored from a backup stops the consumer until an operator accepts the gap (`acceptFeedGap`), or
 * until the source has all applied events again.
 */
export function openFeedConsumer<Tables extends FeedCursorTables>(options: FeedConsumerOptions<Tables>): FeedConsumer {
  const { source, database, logger } = options
  const closing = new AbortController()
  const closed = closing.signal
  const pause = createBell()
  let state: FeedConsumer['state'] = 'WAITING'
  let position: bigint | undefined
  let head: bigint | undefined
  let lastEventAt: Date | undefined
  let lagMs: number | undefined
  let failures = 0
  let limit = PAGE_EVENTS

  async function consume(): Promise<void> {
    while (!closed.aborted) {
      try {
        await using lease = await openLease({
          url: database.url,
          applicationName: database.applicationName,
          name: `feed:${source}`,
          signal: closed,
        })
        if (lease !== undefined) await follow(lease)
      } catch (err) {
        if (!closed.aborted) await recover(err)
      }
      if (!closed.aborted && state !== 'FAILING') state = 'WAITING'
    }
  }

  async function follow({ lost }: Lease): Promise<void> {
    const ended = AbortSignal.any([closed, lost])
    while (!ended.aborted) {
      try {
        state = await step(ended)
        failures = 0
      } catch (err) {
        if (!ended.aborted) await recover(err)
      }
    }
  }

  async function step(ended: AbortSignal): Promise<'FOLLOWING' | 'STOPPED'> {
    const cursor = await loadAppliedCursor({ db: database.db, source, applied: options.applied, logger })
    position = cursor.position
    const requestedAtMs = Date.now()
    // The first page proves that the source responds; only later requests wait for events.
    const waitMs = state === 'FOLLOWING' ? WAIT_MS : 0
    const { position: after, epoch, eventId } = cursor
    const requested = limit
    const page = await fetchFeedPage(options, { after, epoch, eventId, limit: requested, waitMs, signal: ended })
    if ('code' in page) return await refused(cursor, page, ended)
    head = page.head
    if (page.events.length > 0) await applyPage(page, cursor, page.events.length < requested, ended)
    else await applyEmptyPage(page, cursor)
    const wasEarly = waitMs > 0 && Date.now() - requestedAtMs < EARLY_PAUSE_MS
    if (page.events.length === 0 && wasEarly) await pause.wait({ signal: ended, timeoutMs: EARLY_PAUSE_MS })
    return 'FOLLOWING'
  }

  async function applyPage(page: FeedPage, cursor: FeedCursor, isLast: boolean, ended: AbortSignal): Promise<void> {
    const epoch = page.epoch ?? cursor.epoch
    const first = page.events[0]?.position
    try {
      await database.db.transaction().execute(async (tx) => {
        const eventId = page.events.at(-1)?.id
        if (!(await moveFeedCursor(tx, cursor, { position: page.next, epoch, eventId, head }))) throw movedMeanwhile()
        const { apply } = options
        if (typeof apply === 'object') {
          await apply.page(tx, page.events, { epoch, previousId: cursor.eventId })
          page.events.slice(-1).forEach(noteApplied)
        } else {
          let previousId = cursor.eventId
          for (const event of page.events) {
            // A stop waits only for the current event, not for the complete page.
            ended.throwIfAborted()
            await apply(tx, event, { epoch, previousId })
            previousId = event.id
            noteApplied(event)
          }
        }
        if (isLast) await options.caughtUp?.(tx)
      })
    } catch (cause) {
      // Smaller pages let the events before the failing one be applied.
      limit = Math.max(1, Math.floor(page.events.length / 2))
      throw new Error(`Events ${first} to ${page.next} of ${source} were not applied`, { cause })
    }
    limit = Math.min(PAGE_EVENTS, limit * 2)
    position = page.next
  }

  function noteApplied({ at }: StoredEvent): void {
    lastEventAt = at
    lagMs = Math.max(0, Date.now() - at.getTime())
  }

  /** Stores the first epoch that the source states. Resumes following a source that has all applied events again. */
  async function applyEmptyPage({ epoch, head }: FeedPage, cursor: FeedCursor): Promise<void> {
    const isReading = cursor.stop === undefined && cursor.failingSince === undefined
    const isAsBefore =
      isReading && (epoch === undefined || epoch === cursor.epoch) && (head === undefined || head === cursor.head)
    if (isAsBefore && options.caughtUp === undefined) return
    const next = { ...cursor, epoch: epoch ?? cursor.epoch, head: head ?? cursor.head }
    await database.db.transaction().execute(async (tx) => {
      // Even without changes, since the page does not show if another consumer has moved the cursor.
      if (!(await moveFeedCursor(tx, cursor, next))) throw movedMeanwhile()
      await options.caughtUp?.(tx)
    })
  }

  async function refused(cursor: FeedCursor, refusal: FeedRefusal, ended: AbortSignal): Promise<'STOPPED'> {
    const { stop } = cursor
    if (stop?.epoch !== refusal.epoch) {
      await stopFeedCursor(database.db, cursor, refusal)
      logger.error(
        {
          source,
          code: refusal.code,
          position: String(cursor.position),
          epoch: cursor.epoch,
          sourceEpoch: refusal.epoch,
        },
        'reading a feed is stopped: its source was restored from a backup (npm run feeds -- accept)',
      )
    } else if (stop.acceptedBy !== undefined) {
      await acceptGap(cursor, { ...stop, acceptedBy: stop.acceptedBy }, ended)
      return 'STOPPED'
    }
    await pause.wait({ signal: ended, timeoutMs: STOPPED_PAUSE_MS })
    return 'STOPPED'
  }

  /** Records the gap, and moves the cursor to the last applied event that the source still has. */
  async function acceptGap(cursor: FeedCursor, stop: FeedGap['stop'], ended: AbortSignal): Promise<void> {
    const shared = await lastSharedEvent(cursor.position, {
      applied: (upTo) => options.applied.upTo(upTo),
      async sourceHas({ position, eventId }) {
        const request = { after: position - 1n, limit: 1, waitMs: 0, signal: ended }
        const page = await fetchFeedPage(options, request)
        if (page.epoch !== stop.epoch) throw new Error(`The epoch of ${source} changed again`)
        const [event] = 'code' in page ? [] : page.events
        return event?.position === position && event.id === eventId
      },
    })
    const lostAfter = shared?.position ?? 0n
    const gap: FeedGap = { stop, previousEpoch: cursor.epoch, lostAfter, lostUntil: cursor.position }
    await database.db.transaction().execute(async (tx) => {
      const next = { position: lostAfter, epoch: stop.epoch, eventId: shared?.eventId }
      if (!(await moveFeedCursor(tx, cursor, next))) throw movedMeanwhile()
      await options.recordGap(tx, gap)
    })
    position = lostAfter
    logger.warn({ source, lostAfter: String(lostAfter), lostUntil: String(cursor.position) }, 'a gap was accepted')
  }

  async function recover(err: unknown): Promise<void> {
    failures += 1
    state = 'FAILING'
    logger.warn({ err, source, failures }, 'consuming a feed failed')
    // Shown by every replica. A single failure is normal while a part restarts, and the database itself may have
    // failed.
    if (failures > 1) await noteFailing(database.db, source, head).catch(() => {})
    await pause.wait({ signal: closed, timeoutMs: backoffDelayMs(failures, RETRY) })
  }

  const finished = consume()
  return {
    get state() {
      return state
    },
    get position() {
      return position
    },
    progress: () => ({
      source,
      state,
      position: position?.toString() ?? null,
      lastEventAt: lastEventAt?.toISOString() ?? null,
      lagMs: lagMs ?? null,
    }),
    async [Symbol.asyncDispose]() {
      closing.abort()
      await finished
    },
  }
}
