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

/** How often the outbox is looked at when no notification comes, in milliseconds. */
const POLL_MS = 5_000
/** Most events kept in memory for all readers together. */
const WINDOW_EVENTS_MAX = 4_000
const PAGE_EVENTS = 500
const RETRY = { firstDelayMs: 100, delayMaxMs: 5_000 }

export interface ReadOptions {
  /** Position of the last event the reader has; `0n` reads from the beginning. */
  readonly after: bigint
  /** Most events of the answer. */
  readonly limit: number
  /** How long to wait for an event when there is none, in milliseconds; not at all unless told. */
  readonly waitMs?: number
  /** Ends the waiting. */
  readonly signal?: AbortSignal
}

export interface FollowOptions {
  readonly after: bigint
  /** Ends the iteration. */
  readonly signal: AbortSignal
}

/** Where a reader begins, or why it cannot: the text is no position, or not one that events are known to follow. */
export type Beginning = { readonly after: bigint } | { readonly problem: 'MALFORMED' | 'NOT_REPLAYABLE' }

export interface Feed extends AsyncDisposable {
  /** Aborted when the feed is disposed. */
  readonly closed: AbortSignal
  /** The events after a position, in order. Empty when there is none within `waitMs`. Rejects when the database fails. */
  read(options: ReadOptions): Promise<StoredEvent[]>
  /** Position of the last committed event, `0n` when there is none. */
  head(): Promise<bigint>
  /**
   * From where to follow: `resumeAfter`, the position of the last event that a reader had, in decimal digits; without it, from the last
   * committed event on. Not from beyond that one: such a position is of events that the database lost, after a restore from a backup.
   * It is the database that is asked, because a position may come from another process that has read further. Rejects when it fails.
   */
  begin(resumeAfter?: string): Promise<Beginning>
  /**
   * Every event after a position, in order, without end; also over failures of the database. A slow follower holds up
   * nobody and keeps nothing in memory. Ends with `signal`, `return()`, or the feed.
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
 * One connection listens, one reader reads what is new, all followers take it from there; who is far behind reads pages
 * of its own until it has caught up. The latest events are in memory from the start on, for those who come back after a restart.
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

  /** Brings the window up to date at every hint, from its end on. */
  async function keepWindow(): Promise<void> {
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
        logger.warn({ err }, 'the outbox could not be read')
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
  const kept = keepWindow()

  return {
    closed,
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
        const known = window.covers(after) ? window.after(after, limit) : []
        const page = known.length > 0 ? known : await readPage(after, limit)
        const remainingMs = deadline - Date.now()
        if (page.length > 0 || remainingMs <= 0 || ended.aborted) return page
        // What came between the query and now is in the window already and rings no more.
        const isNew = window.covers(after) && window.end > after
        if (!isNew) await news.wait({ signal: ended, timeoutMs: remainingMs })
      }
    },
    follow: ({ after, signal }) =>
      followFeed({ after, ended: AbortSignal.any([closed, signal]), window, news, readPage, logger }),
    async [Symbol.asyncDispose]() {
      closing.abort()
      await Promise.all([kept, listener[Symbol.asyncDispose]()])
    },
  }
}

/** A window that holds the latest events already: half of what it can keep. */
async function openWindow(db: Kysely<OutboxTables>, eventsMax: number): Promise<FeedWindow> {
  const count = Math.ceil(eventsMax / 2)
  const rows = await db.selectFrom('outbox').selectAll().orderBy('position', 'desc').limit(count).execute()
  const latest = rows.map(eventOfRow).reverse()
  const [first] = latest
  const window = createFeedWindow(first === undefined || latest.length < count ? 0n : first.position - 1n, eventsMax)
  window.append(latest)
  return window
}
