import type { UpstreamInput } from './upstream-machine.ts'

/** The timers of one connection. Starting a timer again restarts it. */
export interface UpstreamTimers {
  /** Reports after `ms` that `type` is overdue; the state machine decides if it is. */
  expect(type: 'handshakeOverdue' | 'ackOverdue', ms: number): void
  /** Closes the connection after `ms` without a subscription. */
  startIdle(ms: number): void
  endIdle(): void
  /** Sends a ping every `pingMs`. Reports an overdue response `pongMs` after each. */
  keepAlive(pingMs: number, pongMs: number): void
  stop(): void
}

/** Reports to the state machine after any messages that have already arrived. */
export function openUpstreamTimers(step: (input: UpstreamInput) => void): UpstreamTimers {
  const later = (ms: number, input: UpstreamInput) => setTimeout(() => setImmediate(step, input), ms)
  let expected: NodeJS.Timeout | undefined
  let idle: NodeJS.Timeout | undefined
  let ping: NodeJS.Timeout | undefined
  let pong: NodeJS.Timeout | undefined
  return {
    expect(type, ms) {
      clearTimeout(expected)
      expected = later(ms, { type })
    },
    startIdle(ms) {
      clearTimeout(idle)
      idle = setTimeout(step, ms, { type: 'left', reason: 'there was no subscription' })
    },
    endIdle: () => clearTimeout(idle),
    keepAlive(pingMs, pongMs) {
      ping = setInterval(() => {
        step({ type: 'pingDue' })
        clearTimeout(pong)
        pong = later(pongMs, { type: 'pongOverdue' })
      }, pingMs)
    },
    stop() {
      for (const timer of [expected, idle, ping, pong]) clearTimeout(timer)
    },
  }
}
