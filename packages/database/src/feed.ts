import { backoffDelayMs } from '@travel-rule/service/backoff'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { createBell } from './bell.ts'
import type { Database } from './database.ts'
import { followFeed } from './feed-follower.ts'
import { parsePosition } from './feed-page.ts'
import { createFeedWindow, type FeedWindow } from './feed-window.ts'
import { openListener } from './listener.ts'
import { eventOfRow, OUTBOX_CHANNEL, type OutboxTables, type StoredEvent } from './outbox.ts'

/** Interval at which the outbox is polled when no notification arrives, in milliseconds. */
const POLL_MS = 5_000
/** Most events in memory, shared by all readers. */
const WINDOW_EVENTS_MAX = 4_000
const PAGE_EVENTS = 500
const RETRY = { firstDelayMs: 100, delayMaxMs: 5_000 }

export interface ReadOptions {
  /** Position of the last event that the reader has; `0n` reads from the beginning. */
  readonly after: bigint
  /** Most events to return. */
  readonly limit: number
  /** How long to wait for an event when there is none, in milliseconds; 0 by default. */
  readonly waitMs?: number
  /** Ends the wait. */
  readonly signal?: AbortSignal
}

export interface FollowOptions {
  readonly after: bigint
  /** Ends the iteration. */
  readonly signal: AbortSignal
}

/**
 * Where a reader starts, or why it cannot: the string is not a position, or the database does not
 * have that position.
 */
export type FeedStart = { readonly after: bigint } | { readonly problem: 'MALFORMED' | 'NOT_REPLAYABLE' }

export interface Feed extends AsyncDisposable {
  /** Aborted when the feed is disposed. */
  readonly closed: AbortSignal
  /** The events after a position; empty if none arrives in time. Rejects on database failures. */
  read(options: ReadOptions): Promise<StoredEvent[]>
  /** Position of the last event that this process has read, `0n` before the first. */
  readonly position: bigint
  /** Position of the last committed event, `0n` when there is none. */
  head(): Promise<bigint>
  /**
   * The position to follow from: `resumeAfter` in decimal digits, or by default that of the last
   * committed event. A later position is refused: its events were lost when the database was
   * restored from a backup. It is checked against the database, because another process may have
   * read further than this one. Rejects when the database fails.
   */
  begin(resumeAfter?: string): Promise<FeedStart>
  /**
   * Every event after a position, in order and without end, across failures of the database. A slow
   * follower delays no other and uses no memory. Ends with `signal`, `return()` or the feed.
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
 * One connection listens and one reader loads new events into a window that all followers share; a
 * follower that is far behind reads its own pages until it has caught up. The latest events are
 * loaded at the start, for readers that reconnect after a restart.
 */
export async function openFeed<Tables extends OutboxTables>(options: FeedOptions<Tables>): Promise<Feed> {
  const { database, logger } = options
  const db = database.db as unknown as Kysely<OutboxTables>
  const closing = new AbortController()
  const closed = closing.signal
  const news = createBell()
  const hints = createBell()
  let hinted = false

  const readPage = async (after: bigint, limit: number): Promise<StoredEvent[]> => {
    const query = db.selectFrom('outbox').selectAll().where('position', '>', after).orderBy('position').limit(limit)
    return (await query.execute()).map(eventOfRow)
  }
  const head = async (): Promise<bigint> => {
    const { last } = await db
      .selectFrom('outbox')
      .select(({ fn }) => fn.max('position').as('last'))
      .executeTakeFirstOrThrow()
    return BigInt(last ?? 0n)
  }

  const window = await openWindow(db, options.windowEventsMax ?? WINDOW_EVENTS_MAX)

  /** Appends new events to the window at every hint. */
  async function updateWindow(): Promise<void> {
    for (let failures = 0; !closed.aborted; ) {
      hinted = false
      try {
        const page = await readPage(window.end, PAGE_EVENTS)
        failures = 0
        window.append(page)
        if (page.length > 0) news.ring()
        if (page.length === PAGE_EVENTS || hinted) continue
        await hints.wait({ signal: closed, timeoutMs: options.pollMs ?? POLL_MS })
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

  return {
    closed,
    get position() {
      return window.end
    },
    head,
    async begin(resumeAfter) {
      if (resumeAfter === undefined) return { after: await head() }
      const after = parsePosition(resumeAfter)
      if (after === undefined) return { problem: 'MALFORMED' }
      return after > (await head()) ? { problem: 'NOT_REPLAYABLE' } : { after }
    },
    async read({ after, limit, waitMs = 0, signal }) {
      const deadline = Date.now() + waitMs
      const ended = signal === undefined ? closed : AbortSignal.any([closed, signal])
      for (;;) {
        const windowed = window.covers(after) ? window.after(after, limit) : []
        const page = windowed.length > 0 ? windowed : await readPage(after, limit)
        const remainingMs = deadline - Date.now()
        if (page.length > 0 || remainingMs <= 0 || ended.aborted) return page
        // The bell does not ring again for an event that reached the window since the query.
        const hasNewer = window.covers(after) && window.end > after
        if (!hasNewer) await news.wait({ signal: ended, timeoutMs: remainingMs })
      }
    },
    follow: ({ after, signal }) =>
      followFeed({ after, ended: AbortSignal.any([closed, signal]), window, news, readPage, logger }),
    async [Symbol.asyncDispose]() {
      closing.abort()
      await Promise.all([updating, listener[Symbol.asyncDispose]()])
    },
  }
}

/** A window with the latest events, half full. */
async function openWindow(db: Kysely<OutboxTables>, eventsMax: number): Promise<FeedWindow> {
  const count = Math.ceil(eventsMax / 2)
  const rows = await db.selectFrom('outbox').selectAll().orderBy('position', 'desc').limit(count).execute()
  const latest = rows.map(eventOfRow).reverse()
  const [first] = latest
  const window = createFeedWindow(first === undefined || latest.length < count ? 0n : first.position - 1n, eventsMax)
  window.append(latest)
  return window
}
