import type { StoredEvent } from './outbox.ts'

/** The latest events of a feed in memory, without gaps, shared by all readers. */
export interface FeedWindow {
  /** Position of the last event appended. */
  readonly end: bigint
  /** True if the window holds every appended event after `position`. */
  covers(position: bigint): boolean
  /** The first events after `position`, at most `limit`. Call only if `covers(position)`. */
  after(position: bigint, limit: number): StoredEvent[]
  /** Appends the events that follow `end`, in order; the oldest beyond the limit are dropped. */
  append(events: readonly StoredEvent[]): void
}

/** An empty window at `start`. Holds between `eventsMax / 2` and `eventsMax` of the latest events. */
export function createFeedWindow(start: bigint, eventsMax: number): FeedWindow {
  let events: StoredEvent[] = []
  let floor = start
  let end = start
  return {
    get end() {
      return end
    },
    covers: (position) => position >= floor,
    after(position, limit) {
      const from = firstAfter(events, position)
      return events.slice(from, from + limit)
    },
    append(newer) {
      events.push(...newer)
      end = newer.at(-1)?.position ?? end
      if (events.length <= eventsMax) return
      const latest = events.slice(-Math.ceil(eventsMax / 2))
      floor = events[events.length - latest.length - 1]?.position ?? floor
      events = latest
    },
  }
}

function firstAfter(events: readonly StoredEvent[], position: bigint): number {
  let low = 0
  let high = events.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((events[middle]?.position ?? 0n) > position) high = middle
    else low = middle + 1
  }
  return low
}
