import { type Backoff, backoffDelayMs } from '@travel-rule/service/backoff'
import type { Logger } from 'pino'
import { createBell } from './bell.ts'
import type { Feed, FollowOptions } from './feed.ts'
import type { StoredEvent } from './outbox.ts'

const RETRY: Backoff = { firstDelayMs: 100, delayMaxMs: 5_000 }
/** Consecutive failures after which a failure is final unless the database is down. */
const FAILURES_MAX = 8

/** An event and its record, in the state after the event. */
export interface RecordedEvent<Item> {
  readonly event: StoredEvent
  readonly record: Item
}

export interface RecordFollowOptions<Reader> extends FollowOptions {
  readonly feed: Feed
  /** Passed to `load`. */
  readonly reader: Reader
  readonly logger: Logger
}

/**
 * A function that yields, in order, every event after a position for which `load` finds a record.
 *
 * Followers share the record of an event: it is loaded once for all that read from the feed's
 * window, and cached no longer than the event. A failed load is retried for as long as the database
 * is down; the iteration throws when loading still fails while the database responds, and when the
 * feed is closed. It ends only with `signal`.
 */
export function recordFollower<Reader, Item>(
  load: (reader: Reader, event: StoredEvent) => Promise<Item | undefined>,
  retry: Backoff = RETRY,
): (options: RecordFollowOptions<Reader>) => AsyncGenerator<RecordedEvent<Item>, void> {
  const shared = new WeakMap<StoredEvent, Promise<Item | undefined>>()

  function loadOnce(event: StoredEvent, { reader, logger }: RecordFollowOptions<Reader>): Promise<Item | undefined> {
    const pending = shared.get(event)
    if (pending !== undefined) return pending
    const loading = load(reader, event)
    shared.set(event, loading)
    loading.catch((err: unknown) => {
      shared.delete(event)
      logger.warn({ err, eventId: event.id }, 'loading the record of an event failed')
    })
    return loading
  }

  async function loadWithRetries(
    event: StoredEvent,
    ended: AbortSignal,
    options: RecordFollowOptions<Reader>,
  ): Promise<Item | undefined> {
    const bell = createBell()
    for (let failures = 1; !ended.aborted; failures += 1) {
      try {
        return await loadOnce(event, options)
      } catch (err) {
        if (failures >= FAILURES_MAX && (await responds(options.feed))) throw err
        // Without jitter: followers that failed together retry together and share the next attempt.
        await bell.wait({ signal: ended, timeoutMs: backoffDelayMs(failures, retry, () => 1) })
      }
    }
    return undefined
  }

  return async function* (options) {
    const { feed, after, signal } = options
    const ended = AbortSignal.any([signal, feed.closed])
    for await (const event of feed.follow({ after, signal })) {
      const record = await loadWithRetries(event, ended, options)
      if (ended.aborted) break
      if (record !== undefined) yield { event, record }
    }
    if (!signal.aborted) throw new Error('The feed was closed')
  }
}

async function responds(feed: Feed): Promise<boolean> {
  return feed.head().then(
    () => true,
    () => false,
  )
}
