import { type Backoff, backoffDelayMs } from '@travel-rule/service/backoff'
import type { Logger } from 'pino'
import { createBell } from './bell.ts'
import type { Feed, FollowOptions } from './feed.ts'
import { FOLLOWED_PAGE_EVENTS } from './feed-follower.ts'
import type { StoredEvent } from './outbox.ts'

const RETRY: Backoff = { firstDelayMs: 100, delayMaxMs: 5_000 }
/**
 * Number of consecutive failures after which a failure is final, unless the database is down. By then, only one event
 * is loaded at a time, since each failure halves their number.
 */
const FAILURES_MAX = 8
const NONE = Promise.resolve(undefined)

/** An event and its record, in the state after that event. */
export interface RecordedEvent<Item> {
  readonly event: StoredEvent
  readonly record: Item
}

export interface RecordFollowOptions<Reader> extends Pick<FollowOptions, 'after' | 'signal'> {
  readonly feed: Feed
  /** Passed to `load`. */
  readonly reader: Reader
  readonly logger: Logger
}

export interface RecordSource<Reader, Key, Item> {
  /** Selects the record of an event; `undefined` for an event that has none. */
  readonly keyOf: (event: StoredEvent) => Key | undefined
  /** The record of each key, in the same order; `undefined` where none exists. */
  readonly load: (reader: Reader, keys: readonly Key[]) => Promise<readonly (Item | undefined)[]>
}

/**
 * Returns a function that yields, in order and in pages, every event after a position that has a record.
 *
 * The records of a page are loaded together, and the next page is loaded while one is yielded. Followers share the
 * record of an event: it is loaded once for all that read from the feed's window, and cached no longer than the event.
 * A failed load is retried for as long as the database is down, with fewer events each time, so that a record that
 * cannot be loaded does not delay earlier ones. The iteration throws when loading one event still fails while the
 * database responds, and when the feed is closed. It ends only with `signal`.
 */
export function recordFollower<Reader, Key, Item>(
  { keyOf, load }: RecordSource<Reader, Key, Item>,
  retry: Backoff = RETRY,
): (options: RecordFollowOptions<Reader>) => AsyncGenerator<readonly RecordedEvent<Item>[], void> {
  const shared = new WeakMap<StoredEvent, Promise<Item | undefined>>()

  /** Loads the records that are not being loaded yet. */
  function loadOnce(events: readonly StoredEvent[], { reader, logger }: RecordFollowOptions<Reader>): void {
    const missing: { readonly event: StoredEvent; readonly key: Key }[] = []
    for (const event of events) {
      if (shared.has(event)) continue
      const key = keyOf(event)
      if (key === undefined) shared.set(event, NONE)
      else missing.push({ event, key })
    }
    const [first] = missing
    if (first === undefined) return
    const loading = load(
      reader,
      missing.map(({ key }) => key),
    )
    // Before any follower is notified of the failure, so that it loads again.
    loading.catch((err: unknown) => {
      for (const { event } of missing) shared.delete(event)
      logger.warn({ err, eventId: first.event.id, events: missing.length }, 'loading the records of events failed')
    })
    for (const [index, { event }] of missing.entries()) {
      const record = loading.then((records) => records[index])
      record.catch(() => {})
      shared.set(event, record)
    }
  }

  /** The records of the first events: of all of them, or of fewer after failures. */
  async function nextRecords(
    page: readonly StoredEvent[],
    ended: AbortSignal,
    options: RecordFollowOptions<Reader>,
  ): Promise<readonly (Item | undefined)[]> {
    const bell = createBell()
    let count = FOLLOWED_PAGE_EVENTS
    for (let failures = 1; !ended.aborted; failures += 1) {
      const events = page.slice(0, count)
      loadOnce(events, options)
      try {
        return await Promise.all(events.map((event) => shared.get(event)))
      } catch (err) {
        if (failures >= FAILURES_MAX && (await responds(options.feed))) throw err
        count = Math.ceil(count / 2)
        // Without jitter, so that followers that failed together share the next attempt.
        await bell.wait({ signal: ended, timeoutMs: backoffDelayMs(failures, retry, () => 1) })
      }
    }
    return []
  }

  return async function* (options) {
    const { feed, after, signal } = options
    const ended = AbortSignal.any([signal, feed.closed])
    const pages: (readonly StoredEvent[])[] = []
    const onPage = (events: readonly StoredEvent[]) => {
      pages.push(events)
      loadOnce(events, options)
    }
    for await (const event of feed.follow({ after, signal, onPage })) {
      if (pages[0]?.[0] !== event) continue
      for (let page = pages.shift() ?? []; page.length > 0; ) {
        const records = await nextRecords(page, ended, options)
        if (ended.aborted) break
        const recorded = records.flatMap((record, place) => recordedEvent(page[place], record))
        if (recorded.length > 0) yield recorded
        page = page.slice(records.length)
      }
      if (ended.aborted) break
    }
    if (!signal.aborted) throw new Error('The feed was closed')
  }
}

function recordedEvent<Item>(event: StoredEvent | undefined, record: Item | undefined): RecordedEvent<Item>[] {
  return event === undefined || record === undefined ? [] : [{ event, record }]
}

async function responds(feed: Feed): Promise<boolean> {
  return feed.head().then(
    () => true,
    () => false,
  )
}
