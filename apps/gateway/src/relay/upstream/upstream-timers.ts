import type { UpstreamInput } from './upstream-machine.ts'

/** The times of one connection. Each starts anew when it is set again. */
export interface UpstreamTimers {
  /** After `ms`, asks whether it has happened. */
  expect(type: 'handshakeOverdue' | 'ackOverdue', ms: number): void
  /** There is no subscription: after `ms` the connection is left. */
  rest(ms: number): void
  /** There is one again. */
  work(): void
  /** Pings every `pingMs`, and `pongMs` after each asks whether there was a sign of life. */
  beat(pingMs: number, pongMs: number): void
  stop(): void
}

/** The times that one connection keeps, as inputs of its machine. What is overdue is looked at only after what has arrived in the meantime was read. */
export function openUpstreamTimers(take: (input: UpstreamInput) => void): UpstreamTimers {
  const later = (ms: number, input: UpstreamInput) => setTimeout(() => setImmediate(take, input), ms)
  let expected: NodeJS.Timeout | undefined
  let resting: NodeJS.Timeout | undefined
  let beat: NodeJS.Timeout | undefined
  let pong: NodeJS.Timeout | undefined
  return {
    expect(type: 'handshakeOverdue' | 'ackOverdue', ms: number) {
      clearTimeout(expected)
      expected = later(ms, { type })
    },
    rest(ms: number) {
      clearTimeout(resting)
      resting = setTimeout(take, ms, { type: 'left', reason: 'nothing was subscribed' })
    },
    work: () => clearTimeout(resting),
    beat(pingMs: number, pongMs: number) {
      beat = setInterval(() => {
        take({ type: 'pingDue' })
        clearTimeout(pong)
        pong = later(pongMs, { type: 'pongOverdue' })
      }, pingMs)
    },
    stop() {
      for (const timer of [expected, resting, beat, pong]) clearTimeout(timer)
    },
  }
}
