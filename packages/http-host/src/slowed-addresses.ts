import type { Duplex } from 'node:stream'

/** How long nothing is read from an address after it has exceeded a limit. */
const pauseMs = 100
const slowedMs = 5_000
const readNextEveryMs = 5
const addressesMax = 10_000

/** The addresses whose connections are read in turn. */
export interface SlowedAddresses {
  /** Slows an address for some seconds, including these of its connections. */
  slow(key: string, connections: Iterable<Duplex>): void
  /** Must be called with each new connection before anything is read from it. */
  opened(key: string, socket: Duplex): void
}

interface Slowed {
  /** Paused connections, in the order in which they will be read. */
  readonly waiting: Set<Duplex>
  pausedUntilMs: number
  untilMs: number
}

/**
 * Reads the connections of a slowed address one after another, with a pause after each one that exceeds a limit. Node
 * parses everything that has arrived before a host can stop it, so many simultaneous offending connections would keep
 * the host busy. Other clients behind the same NAT are served, only later.
 */
export function openSlowedAddresses(): SlowedAddresses {
  const slowed = new Map<string, Slowed>()
  let timer: NodeJS.Timeout | undefined

  function readNext(): void {
    const nowMs = performance.now()
    for (const [key, address] of slowed) {
      if (nowMs < address.pausedUntilMs) continue
      for (const socket of address.waiting) {
        address.waiting.delete(socket)
        if (socket.destroyed) continue
        socket.resume()
        break
      }
      if (address.waiting.size === 0 && nowMs >= address.untilMs) slowed.delete(key)
    }
    if (slowed.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    slow(key, connections) {
      const nowMs = performance.now()
      const address = slowed.get(key) ?? { waiting: new Set(), pausedUntilMs: 0, untilMs: 0 }
      if (slowed.size >= addressesMax && !slowed.has(key)) return
      address.pausedUntilMs = nowMs + pauseMs
      address.untilMs = nowMs + slowedMs
      for (const socket of connections) address.waiting.add(socket.pause())
      slowed.set(key, address)
      timer ??= setInterval(readNext, readNextEveryMs).unref()
    },
    opened(key, socket) {
      const address = slowed.get(key)
      if (address === undefined) return
      address.waiting.add(socket)
      // Node's HTTP server starts to read in the tick in which it gets the connection.
      process.nextTick(() => {
        if (address.waiting.has(socket)) socket.pause()
      })
    },
  }
}
