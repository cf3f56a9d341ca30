import { backoffDelayMs } from '@travel-rule/service/backoff'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { createBell } from './bell.ts'
import type { Database } from './database.ts'
import type { FeedStopCode } from './feed-cursor.ts'
import { followFeed } from './feed-follower.ts'
import { decodePosition, encodePosition } from './feed-position.ts'
import { openListener } from './listener.ts'
import { OUTBOX_CHANNEL, type OutboxTables, type StoredEvent } from './outbox.ts'
import { beginEpoch, type Epoch, knowsEpoch, readOutboxPoint } from './outbox-epoch.ts'
import { openOutboxHistory, UPDATE_EVENTS_MAX } from './outbox-history.ts'

/** Interval at which the outbox is polled without a notification, in milliseconds. */
const POLL_MS = 5_000
/** Maximum number of events in memory, shared by all readers. */
const WINDOW_EVENTS_MAX = 4_000
/** Pause after a read that found events, in milliseconds. Under load, one read then covers many commits. */
const GATHER_MS = 10
const RETRY = { firstDelayMs: 100, delayMaxMs: 5_000 }

export interface ReadOptions {
  /** Position of the last event that the reader has; `0n` reads from the beginning. */
  readonly after: bigint
  /** Maximum number of events to return. */
  readonly limit: number
  /**
   * The reader's epoch. If this process has not noticed a restore yet, its events in memory belong to a different epoch
   * and are not returned. Default: the epoch in memory.
   */
  readonly epoch?: string
  /** Maximum wait for an event if none is available, in milliseconds; 0 by default. */
  readonly waitMs?: number
  /** Ends the wait. */
  readonly signal?: AbortSignal
}

export interface FollowOptions {
  readonly after: bigint
  /** Ends the iteration. */
  readonly signal: AbortSignal
  /** Receives the events of each page as soon as it is read, while the previous page is still being yielded. */
  readonly onPage?: (events: readonly StoredEvent[]) => void
}

/**
 * The start of a reader, with the position as clients see it; or the reason why it cannot start: the string is not a
 * position, or the database was restored from a backup and no longer has it.
 */
export type FeedStart =
  | { readonly after: bigint; readonly position: string }
  | { readonly problem: 'MALFORMED' | 'NOT_REPLAYABLE' }

/** The reader's view of the outbox. */
export interface FeedClaim {
  /** The position of its last event, `0n` for none. */
  readonly position: bigint
  /** `undefined` when the reader does not know it. */
  readonly epoch: string | undefined
  /** The id of its last event; `undefined` when the reader does not know it. */
  readonly eventId: string | undefined
}

/** The current epoch, and the reason why the reader cannot continue after its last event, if any. */
export interface FeedVerdict {
  readonly epoch: string
  /** Position of the last committed event, `0n` without one. */
  readonly head: bigint
  readonly problem?: FeedStopCode
}

export interface Feed extends AsyncDisposable {
  /** Aborted when the feed is disposed. */
  readonly closed: AbortSignal
  /** The events after a position; empty if none arrives in time. Rejects on database failures. */
  read(options: ReadOptions): Promise<StoredEvent[]>
  /** Position of the last event that this process has read, `0n` before the first. */
  readonly position: bigint
  /** Position of the last committed event, `0n` without one. */
  head(): Promise<bigint>
  /**
   * The position to follow from: `resumeAfter` as written by `positionOf`, or by default the position of the last
   * committed event. Refuses a position of another epoch, or of an event that was lost when the database was restored
   * from a backup. Checks the database, because another process may have read further than this one. Rejects when the
   * database fails.
   */
  begin(resumeAfter?: string): Promise<FeedStart>
  /**
   * Compares a reader's view with the database. If the reader has an epoch that the database has never had, or an event
   * that the current epoch does not have, the database was restored: a new epoch begins.
   */
  check(claim: FeedClaim): Promise<FeedVerdict>
  /** The position of an event of this feed, as clients see it. */
  positionOf(event: StoredEvent): string
  /**
   * Yields every event after a position, in order and without end, even if the database fails temporarily. A slow
   * follower does not delay others and holds at most two pages. Ends with `signal`, with `return()`, when the feed is
   * closed, and when the database was restored from a backup.
   */
  follow(options: FollowOptions): AsyncIterableIterator<StoredEvent>
}

export interface FeedOptions<Tables extends OutboxTables> {
  readonly database: Database<Tables>
  readonly logger: Logger
  readonly pollMs?: number
  readonly windowEventsMax?: number
}

/**
 * The outbox of a database as a feed for any number of readers in this process.
 *
 * One connection listens and one reader loads new events into a window that all followers share; a follower that is far
 * behind reads its own pages until it has caught up. At the start the latest events are loaded, for readers that
 * reconnect after a restart.
 *
 * A restore of the database is detected even while the feed is open: the events in memory are dropped, and followers
 * end, because they may have received events that no longer exist.
 */
export async function openFeed<Tables extends OutboxTables>(options: FeedOptions<Tables>): Promise<Feed> {
  const { database, logger } = options
  const db = database.db as unknown as Kysely<OutboxTables>
  const closing = new AbortController()
  const closed = closing.signal
  const news = createBell()
  const hints = createBell()
  const pauses = createBell()
  let hinted = false

  const head = async (): Promise<bigint> => {
    const { last } = await db
      .selectFrom('outbox')
      .select(({ fn }) => fn.max('position').as('last'))
      .executeTakeFirstOrThrow()
    return BigInt(last ?? 0n)
  }

  const eventsMax = options.windowEventsMax ?? WINDOW_EVENTS_MAX
  const history = await openOutboxHistory(db, { eventsMax, logger })

  /** Appends new events to the window after every hint. */
  async function updateWindow(): Promise<void> {
    for (let failures = 0; !closed.aborted; ) {
      hinted = false
      try {
        const count = await history.update()
        failures = 0
        if (count !== 0) news.ring()
        if (count === undefined || count >= UPDATE_EVENTS_MAX) continue
        if (count > 0) await pauses.wait({ signal: closed, timeoutMs: GATHER_MS })
        if (!hinted) await hints.wait({ signal: closed, timeoutMs: options.pollMs ?? POLL_MS })
      } catch (err) {
        failures += 1
        logger.warn({ err }, 'reading the outbox failed')
        await hints.wait({ signal: closed, timeoutMs: backoffDelayMs(failures, RETRY) })
      }
    }
  }
  const listener = openListener({
    url: database.url,
    applicationName: database.applicationName,
    channel: OUTBOX_CHANNEL,
    logger,
    onWake() {
      hinted = true
      hints.ring()
    },
  })
  const updating = updateWindow()

  /** Reads the outbox soon if another process has begun an epoch. */
  function notice({ id }: Epoch): void {
    if (id === history.epoch) return
    hinted = true
    hints.ring()
  }

  /** Begins an epoch because a reader has events that this outbox lacks. */
  async function detect(after: string, { position, foreign }: { position: bigint; foreign?: string }): Promise<string> {
    const { id } = await beginEpoch(db, { after, ...(foreign !== undefined && { foreign }) })
    logger.error(
      { previousEpoch: after, epoch: id, position: String(position), ...(foreign !== undefined && { foreign }) },
      'a reader has an event or an epoch that the outbox lacks: it was restored from a backup, and a new epoch begins',
    )
    return id
  }

  return {
    closed,
    get position() {
      return history.window.end
    },
    head,
    async begin(resumeAfter) {
      const decoded = resumeAfter === undefined ? undefined : decodePosition(resumeAfter)
      if (resumeAfter !== undefined && decoded === undefined) return { problem: 'MALFORMED' }
      const point = await history.readDurable(
        (session) => readOutboxPoint(session, logger, decoded?.position),
        ({ head }) => head,
      )
      notice(point.epoch)
      const after = decoded?.position ?? point.head
      const isKnown = after <= point.head && decoded?.matches(point.epoch, point.eventId) !== false
      if (!isKnown) return { problem: 'NOT_REPLAYABLE' }
      // Returned unchanged, even if an earlier version wrote it: a reader compares it with its request.
      const position = resumeAfter ?? encodePosition({ position: after, epoch: point.epoch.id, eventId: point.eventId })
      return { after, position }
    },
    async check({ position, epoch: claimed, eventId }) {
      const point = await readOutboxPoint(db, logger, position)
      notice(point.epoch)
      const { head } = point
      const current = point.epoch.id
      if (claimed !== undefined && claimed !== current) {
        const epoch = (await knowsEpoch(db, claimed)) ? current : await detect(current, { position, foreign: claimed })
        return { epoch, head, problem: 'FEED_EPOCH_CHANGED' }
      }
      const hasEvent = eventId === undefined ? position <= head : eventId === point.eventId
      if (hasEvent) return { epoch: current, head }
      const epoch = (claimed ?? eventId) === undefined ? current : await detect(current, { position })
      return { epoch, head, problem: 'FEED_POSITION_UNKNOWN' }
    },
    positionOf: ({ position, id }) => encodePosition({ position, epoch: history.epoch, eventId: id }),
    async read({ after, limit, epoch: followed = history.epoch, waitMs = 0, signal }) {
      const deadline = Date.now() + waitMs
      // A restore ends the wait, so that the reader soon asks again and is refused.
      const ends = [closed, history.replaced, ...(signal === undefined ? [] : [signal])]
      const ended = AbortSignal.any(ends)
      for (;;) {
        const { window, epoch } = history
        const windowed = followed === epoch && window.covers(after) ? window.after(after, limit) : []
        const page = windowed.length > 0 ? windowed : await history.readPage(after, limit)
        const remainingMs = deadline - Date.now()
        if (page.length > 0 || remainingMs <= 0 || ended.aborted) return page
        // The bell does not ring again for an event that reached the window after the query.
        const hasNewer = history.window.covers(after) && history.window.end > after
        if (!hasNewer) await news.wait({ signal: ended, timeoutMs: remainingMs })
      }
    },
    follow({ after, signal, onPage }) {
      const { window, replaced, readPage } = history
      const ended = AbortSignal.any([closed, replaced, signal])
      return followFeed({ after, ended, window, news, readPage, onPage, logger })
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await Promise.all([updating, listener[Symbol.asyncDispose]()])
    },
  }
}
