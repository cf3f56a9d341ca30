import { setTimeout as delay } from 'node:timers/promises'

const WAIT_MAX_MS = 60_000
const PROBE_AGAIN_AFTER_MS = 250

/** What a subscription has delivered so far, whichever client it came through. */
export interface EventLog<Event> {
  /** In the order of their arrival. */
  readonly events: readonly Event[]
  add(event: Event): void
  /** Ends every wait with this error. */
  fail(error: unknown): void
  /** The first event that matches, of those that came and those that will come. */
  next(matches: (event: Event) => boolean): Promise<Event>
  /** Makes events with `probe`, which returns the id of what it changed, until one arrives: from then on none is missed. */
  untilLive(probe: () => Promise<string>, idOf: (event: Event) => string): Promise<void>
}

export function openEventLog<Event>(): EventLog<Event> {
  const events: Event[] = []
  let arrival = Promise.withResolvers<void>()
  let failure: { readonly error: unknown } | undefined
  const ring = () => {
    arrival.resolve()
    arrival = Promise.withResolvers()
  }

  async function next(matches: (event: Event) => boolean): Promise<Event> {
    const late = delay(WAIT_MAX_MS, 'late' as const, { ref: false })
    for (;;) {
      const found = events.find(matches)
      if (found !== undefined) return found
      if (failure !== undefined) throw failure.error
      if ((await Promise.race([arrival.promise, late])) === 'late') {
        throw new Error(`No such event came. These did: ${JSON.stringify(events, undefined, 2)}`)
      }
    }
  }

  return {
    events,
    next,
    add(event) {
      events.push(event)
      ring()
    },
    fail(error) {
      failure = { error }
      ring()
    },
    async untilLive(probe, idOf) {
      for (;;) {
        const id = await probe()
        const arrived = next((event) => idOf(event) === id)
        arrived.catch(() => {})
        const outcome = await Promise.race([arrived, delay(PROBE_AGAIN_AFTER_MS, undefined, { ref: false })])
        if (outcome !== undefined) return
        if (failure !== undefined) throw failure.error
      }
    },
  }
}
