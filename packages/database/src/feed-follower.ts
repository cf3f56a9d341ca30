import { backoffDelayMs } from '@travel-rule/service/backoff'
import type { Logger } from 'pino'
import type { Bell } from './bell.ts'
import type { FeedWindow } from './feed-window.ts'
import type { StoredEvent } from './outbox.ts'

/** Most events that a follower holds. */
const PAGE_EVENTS = 100
const RETRY = { firstDelayMs: 200, delayMaxMs: 5_000 }

export interface FollowerOptions {
  readonly after: bigint
  readonly ended: AbortSignal
  readonly window: FeedWindow
  /** Rung after an append to the window. */
  readonly news: Bell
  /** Reads events that are older than the window. */
  readPage(after: bigint, limit: number): Promise<StoredEvent[]>
  readonly logger: Logger
}

/** The events after a position, one by one, from the window where it covers them. */
export function followFeed(options: FollowerOptions): AsyncIterableIterator<StoredEvent> {
  const stop = new AbortController()
  const events = follow({ ...options, ended: AbortSignal.any([options.ended, stop.signal]) })
  return {
    next: () => events.next(),
    // A generator finishes its pending next() before it returns, so that is ended first.
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
  const { window, news, readPage, ended, logger } = options
  let cursor = options.after
  let failures = 0
  while (!ended.aborted) {
    let page: StoredEvent[] = []
    if (window.covers(cursor)) {
      page = window.after(cursor, PAGE_EVENTS)
      if (page.length === 0) await news.wait({ signal: ended })
    } else {
      try {
        page = await readPage(cursor, PAGE_EVENTS)
        failures = 0
        if (page.length === 0) await news.wait({ signal: ended })
      } catch (err) {
        failures += 1
        logger.warn({ err }, 'a follower failed to read the outbox')
        await news.wait({ signal: ended, timeoutMs: backoffDelayMs(failures, RETRY) })
      }
    }
    for (const event of page) {
      if (ended.aborted) return
      cursor = event.position
      yield event
    }
  }
}
