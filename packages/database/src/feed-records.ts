import { type Backoff, backoffDelayMs } from '@travel-rule/service/backoff'
import type { Logger } from 'pino'
import { createBell } from './bell.ts'
import type { Feed, FollowOptions } from './feed.ts'
import type { StoredEvent } from './outbox.ts'

const RETRY: Backoff = { firstDelayMs: 100, delayMaxMs: 5_000 }
/** After so many failures in a row it matters whether it is the database that is away. */
const FAILURES_MAX = 8

/** An event and the record that it is about, as the event left it. */
export interface RecordedEvent<Item> {
  readonly event: StoredEvent
  readonly record: Item
}

export interface RecordFollowOptions<Reader> extends FollowOptions {
  readonly feed: Feed
  /** What records are read with. */
  readonly reader: Reader
  readonly logger: Logger
}

/**
 * Follows the records of a feed's events. Returns a function that gives every event after a position for which `load` finds a record, in order.
 *
 * Followers that get the same event share its record: it is loaded once for all that are not further behind than the feed's memory, and kept no
 * longer than the event is kept there. A record that cannot be read is tried again until the database answers, however long that takes; the
 * iteration throws when the database does answer and the record can still not be read, and when the feed is closed. It ends only with `signal`.
 */
export function recordFollower<Reader, Item>(
  load: (reader: Reader, event: StoredEvent) => Promise<Item | undefined>,
  retry: Backoff = RETRY,
): (options: RecordFollowOptions<Reader>) => AsyncGenerator<RecordedEvent<Item>, void> {
  const shared = new WeakMap<StoredEvent, Promise<Item | undefined>>()

  function loadOnce(event: StoredEvent, { reader, logger }: RecordFollowOptions<Reader>): Promise<Item | undefined> {
    const known = shared.get(event)
    if (known !== undefined) return known
    const loading = load(reader, event)
    shared.set(event, loading)
    loading.catch((err: unknown) => {
      shared.delete(event)
      logger.warn({ err, eventId: event.id }, 'the record of an event could not be read')
    })
    return loading
  }

  async function loadSurely(
    event: StoredEvent,
    ended: AbortSignal,
    options: RecordFollowOptions<Reader>,
  ): Promise<Item | undefined> {
    const bell = createBell()
    for (let failures = 1; !ended.aborted; failures += 1) {
      try {
        return await loadOnce(event, options)
      } catch (err) {
        if (failures >= FAILURES_MAX && (await answers(options.feed))) throw err
        // Not spread: those who failed together come back together, and share the next attempt.
        await bell.wait({ signal: ended, timeoutMs: backoffDelayMs(failures, retry, () => 1) })
      }
    }
    return undefined
  }

  return async function* (options) {
    const { feed, after, signal } = options
    const ended = AbortSignal.any([signal, feed.closed])
    for await (const event of feed.follow({ after, signal })) {
      const record = await loadSurely(event, ended, options)
      if (ended.aborted) break
      if (record !== undefined) yield { event, record }
    }
    if (!signal.aborted) throw new Error('The feed was closed')
  }
}

async function answers(feed: Feed): Promise<boolean> {
  return feed.head().then(
    () => true,
    () => false,
  )
}
