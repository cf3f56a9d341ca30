import type { StoredEvent } from './outbox.ts'

/** The latest events of a feed in memory, without gaps, for many readers. */
export interface FeedWindow {
  /** Position up to which events were seen. */
  readonly end: bigint
  /** True when every event after `position` that was seen is still here. */
  covers(position: bigint): boolean
  /** The first events after `position`, at most `limit`. Only where `covers(position)`. */
  after(position: bigint, limit: number): StoredEvent[]
  /** Adds the events that follow `end`, in order; the oldest beyond the limit are forgotten. */
  append(events: readonly StoredEvent[]): void
}

/** An empty window that begins after `start` and keeps at least `eventsMax / 2`, at most `eventsMax` events. */
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
    append(added) {
      events.push(...added)
      end = added.at(-1)?.position ?? end
      if (events.length <= eventsMax) return
      const kept = events.slice(-Math.ceil(eventsMax / 2))
      floor = events[events.length - kept.length - 1]?.position ?? floor
      events = kept
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
