import { backoffDelayMs } from '@travel-rule/service/backoff'
import type { Logger } from 'pino'
import type { Bell } from './bell.ts'
import type { FeedWindow } from './feed-window.ts'
import type { StoredEvent } from './outbox.ts'

/** Maximum number of events in a page. A follower holds two pages: the current and the next. */
export const FOLLOWED_PAGE_EVENTS = 100
const RETRY = { firstDelayMs: 200, delayMaxMs: 5_000 }

export interface FollowerOptions {
  readonly after: bigint
  readonly ended: AbortSignal
  readonly window: FeedWindow
  /** Rings after each append to the window. */
  readonly news: Bell
  /** Reads events that are older than the window. */
  readPage(after: bigint, limit: number): Promise<StoredEvent[]>
  /** Receives each page when it is read, before its first event is yielded. */
  onPage?: ((events: readonly StoredEvent[]) => void) | undefined
  readonly logger: Logger
}

/**
 * Yields the events after a position one by one, from the window as far as it reaches back. Prefetches the next page.
 */
export function followFeed(options: FollowerOptions): AsyncIterableIterator<StoredEvent> {
  const stop = new AbortController()
  const events = follow({ ...options, ended: AbortSignal.any([options.ended, stop.signal]) })
  return {
    next: () => events.next(),
    // A generator finishes its pending next() before it returns, so end that first.
    return() {
      stop.abort()
      return events.return(undefined)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

async function* follow(options: FollowerOptions): AsyncGenerator<StoredEvent, undefined> {
  const { ended } = options
  let next = readNext(options, options.after)
  while (!ended.aborted) {
    const page = await next
    const last = page.at(-1)
    if (last !== undefined) next = readNext(options, last.position)
    for (const event of page) {
      if (ended.aborted) return
      yield event
    }
  }
}

/** Waits for the next events after a position; empty only at the end. Never rejects. */
async function readNext(options: FollowerOptions, after: bigint): Promise<readonly StoredEvent[]> {
  const { window, news, readPage, onPage, ended, logger } = options
  for (let failures = 0; !ended.aborted; ) {
    try {
      const page = window.covers(after)
        ? window.after(after, FOLLOWED_PAGE_EVENTS)
        : await readPage(after, FOLLOWED_PAGE_EVENTS)
      failures = 0
      if (ended.aborted) break
      if (page.length > 0) {
        onPage?.(page)
        return page
      }
      await news.wait({ signal: ended })
    } catch (err) {
      failures += 1
      logger.warn({ err }, 'a follower failed to read the outbox')
      await news.wait({ signal: ended, timeoutMs: backoffDelayMs(failures, RETRY) })
    }
  }
  return []
}
