import { quantilesOf } from '../quantiles.ts'
import type { RoundOrder, RoundResult } from './load-orders.ts'
import type { RawClientOptions } from './raw-client.ts'

/** All clients of a load process, and the number of them that have received each event. */
export interface Audience {
  /** Adds a client. */
  seat(): Pick<RawClientOptions, 'onResult' | 'onTrouble'>
  /** Resolves once every client has received the newest event: all subscriptions are live and nothing is in flight. */
  hear(): Promise<void>
  round(order: RoundOrder): Promise<RoundResult>
  /** Removes all clients, which have disconnected. */
  clear(): void
}

interface Seat {
  /** Results in this round. They arrive in order, so this is also the index of the next event. */
  taken: number
  /** The number of the newest event that was parsed completely. */
  revision: number
}

interface Round {
  readonly causedAt: number[]
  /** For each event, the number of clients that have received it. */
  readonly gotBy: number[]
  readonly latencies: number[]
  /** Number of events that all clients have received. */
  complete: number
  readonly onComplete: () => void
}

/** Time without any result after which a round fails. */
const silenceMsMax = 15_000
const hearAttemptsMax = 40
const hearWaitMs = 1_000

/** `cause` must cause this number of events. */
export function openAudience(cause: (events: number) => void): Audience {
  const seats: Seat[] = []
  let caused = 0
  let heardAt = 0
  let round: Round | undefined
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)

  function causeEvents(events: number): void {
    const now = performance.now()
    if (round !== undefined) for (let event = 0; event < events; event += 1) round.causedAt.push(now)
    caused += events
    cause(events)
  }

  function onResult(seat: Seat, message: Buffer): void {
    heardAt = performance.now()
    // Outside of rounds, and always for one client, the message is parsed completely.
    if (round === undefined || seat === seats[0]) seat.revision = readRevision(message.toString())
    if (round === undefined) return
    const event = seat.taken
    seat.taken += 1
    const causedAt = round.causedAt[event]
    if (causedAt === undefined) throw new Error('a client received more results than there were events')
    round.latencies.push(heardAt - causedAt)
    const got = (round.gotBy[event] ?? 0) + 1
    round.gotBy[event] = got
    if (got < seats.length) return
    round.complete += 1
    round.onComplete()
  }

  /** Resolves with `over`; rejects when nothing arrives for too long or a client fails. */
  async function finished(over: Promise<void>): Promise<void> {
    const silence = Promise.withResolvers<never>()
    heardAt = performance.now()
    const timer = setInterval(() => {
      if (performance.now() - heardAt < silenceMsMax) return
      const { latencies, causedAt } = round ?? { latencies: [], causedAt: [] }
      silence.reject(new Error(`only ${latencies.length} of ${causedAt.length * seats.length} results arrived`))
    }, 1_000)
    try {
      await Promise.race([over, silence.promise, failed.promise])
    } finally {
      clearInterval(timer)
    }
  }

  return {
    seat() {
      const seat: Seat = { taken: 0, revision: 0 }
      seats.push(seat)
      return {
        onResult(message) {
          try {
            onResult(seat, message)
          } catch (error) {
            failed.reject(error)
          }
        },
        onTrouble: (problem) => failed.reject(new Error(problem)),
      }
    },

    async hear() {
      for (let attempt = 0; attempt < hearAttemptsMax; attempt += 1) {
        causeEvents(1)
        heardAt = performance.now()
        while (performance.now() - heardAt < hearWaitMs) {
          await Promise.race([new Promise((resolve) => setTimeout(resolve, 10)), failed.promise])
          if (seats.every(({ revision }) => revision === caused)) return
        }
      }
      const deaf = seats.filter(({ revision }) => revision !== caused).length
      throw new Error(`${deaf} of ${seats.length} clients receive no events`)
    },

    async round(order) {
      const over = Promise.withResolvers<void>()
      const startedAt = performance.now()
      const endsAt = startedAt + order.durationMs
      const current: Round = { causedAt: [], gotBy: [], latencies: [], complete: 0, onComplete }
      for (const seat of seats) seat.taken = 0
      round = current
      let timer: NodeJS.Timeout | undefined
      if ('window' in order) causeEvents(order.window)
      else timer = setInterval(() => causeDue(order.eventsPerSecond), 1)
      try {
        await finished(over.promise)
      } finally {
        clearInterval(timer)
        round = undefined
      }
      if (seats[0]?.revision !== caused) throw new Error(`the last event is ${seats[0]?.revision} and not ${caused}`)
      return resultOf(current, (heardAt - startedAt) / 1_000)

      function onComplete(): void {
        const isEnding = performance.now() >= endsAt
        if ('window' in order && !isEnding) causeEvents(1)
        else if (isEnding && current.complete === current.causedAt.length) over.resolve()
      }
      function causeDue(perSecond: number): void {
        const now = performance.now()
        const due = Math.floor(((Math.min(now, endsAt) - startedAt) * perSecond) / 1_000) - current.causedAt.length
        if (due > 0) causeEvents(due)
        if (now >= endsAt) {
          clearInterval(timer)
          if (current.complete === current.causedAt.length) over.resolve()
        }
      }
    },

    clear() {
      seats.length = 0
    },
  }
}

/** Throws unless `text` is a message with a result without errors. */
function readRevision(text: string): number {
  const { type, payload } = JSON.parse(text)
  const revision: unknown = payload?.data?.productChanged?.revision
  if ((type === 'next' || type === 'data') && payload.errors === undefined && typeof revision === 'number')
    return revision
  throw new Error(`not the result of an event: ${text.slice(0, 500)}`)
}

function resultOf({ causedAt, latencies }: Round, seconds: number): RoundResult {
  const { p50Ms, p99Ms } = quantilesOf(latencies)
  return { events: causedAt.length, deliveries: latencies.length, seconds, p50Ms, p99Ms }
}
