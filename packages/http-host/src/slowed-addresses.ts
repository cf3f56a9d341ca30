import type { Duplex } from 'node:stream'

/** How long nothing more is read from an address that has exceeded a limit. */
const pauseMs = 100
const slowedMs = 5_000
const readNextEveryMs = 5
const addressesMax = 10_000

/** The addresses whose connections are read in turns. */
export interface SlowedAddresses {
  /** Slows an address for some seconds, with these of its connections. */
  slow(key: string, connections: Iterable<Duplex>): void
  /** Must be called with each new connection, on which nothing has been read. */
  opened(key: string, socket: Duplex): void
}

interface Slowed {
  /** Paused connections, in the order in which they will be read. */
  readonly waiting: Set<Duplex>
  pausedUntilMs: number
  untilMs: number
}

/**
 * Reads the connections of a slowed address one after the other, and none for a moment after one
 * that exceeded a limit: Node parses all that arrived together before a host can stop it, so that
 * many connections that offend at once would keep it busy. The clients behind the same NAT are
 * served, only later.
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
