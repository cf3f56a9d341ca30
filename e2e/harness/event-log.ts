import { setTimeout as delay } from 'node:timers/promises'

const WAIT_MS_MAX = 180_000
const PROBE_INTERVAL_MS = 250

/** The events of a subscription so far, from any client. */
export interface EventLog<Event> {
  /** The events in order of arrival. */
  readonly events: readonly Event[]
  add(event: Event): void
  /** Rejects every `next` that is pending or called later. */
  fail(error: unknown): void
  /** The first event that matches, past or future. */
  next(matches: (event: Event) => boolean): Promise<Event>
  /**
   * Resolves once the subscription is live, so that no later event is missed. Repeats `probe`,
   * which causes an event and returns the id of the changed record, until one arrives.
   */
  untilLive(probe: () => Promise<string>, idOf: (event: Event) => string): Promise<void>
}

export function openEventLog<Event>(): EventLog<Event> {
  const events: Event[] = []
  let arrival = Promise.withResolvers<void>()
  let failure: { readonly error: unknown } | undefined
  const notify = () => {
    arrival.resolve()
    arrival = Promise.withResolvers()
  }

  async function next(matches: (event: Event) => boolean): Promise<Event> {
    const timeout = delay(WAIT_MS_MAX, 'timeout' as const, { ref: false })
    for (;;) {
      const found = events.find(matches)
      if (found !== undefined) return found
      if (failure !== undefined) throw failure.error
      if ((await Promise.race([arrival.promise, timeout])) === 'timeout') {
        throw new Error(`No event matched. Received: ${JSON.stringify(events, undefined, 2)}`)
      }
    }
  }

  return {
    events,
    next,
    add(event) {
      events.push(event)
      notify()
    },
    fail(error) {
      failure = { error }
      notify()
    },
    async untilLive(probe, idOf) {
      for (;;) {
        const id = await probe()
        const arrived = next((event) => idOf(event) === id)
        arrived.catch(() => {})
        const outcome = await Promise.race([arrived, delay(PROBE_INTERVAL_MS, undefined, { ref: false })])
        if (outcome !== undefined) return
        if (failure !== undefined) throw failure.error
      }
    },
  }
}
