import type { SharedConnections } from './shared-counts.ts'

/** A client whose connections are counted together: the same subject of the same client. */
export interface ConnectedClient {
  readonly clientId: string
  readonly subject: string
}

/** Counts the connections of each client. */
export interface ClientConnections {
  /** Counts a connection until disposed; `undefined` when the client has reached its limit. */
  admit(client: ConnectedClient): Promise<Disposable | undefined>
}

/** Counts connections by key, such as an address. */
export interface ConnectionCounts {
  /** True while the key is below its limit. */
  hasRoom(key: string): boolean
  /** Counts one more connection until disposed. */
  enter(key: string): Disposable
}

/** At most `max` connections per key. */
export function openConnectionCounts(max: number): ConnectionCounts {
  const counts = new Map<string, number>()
  return {
    hasRoom: (key) => (counts.get(key) ?? 0) < max,
    enter(key) {
      counts.set(key, (counts.get(key) ?? 0) + 1)
      let disposed = false
      return {
        [Symbol.dispose]() {
          if (disposed) return
          disposed = true
          const remaining = (counts.get(key) ?? 1) - 1
          if (remaining === 0) counts.delete(key)
          else counts.set(key, remaining)
        },
      }
    },
  }
}

/** At most `max` connections per client, in a gateway that runs as a single process. */
export function openClientConnections(max: number): ClientConnections {
  const counts = openConnectionCounts(max)
  return {
    async admit(client) {
      const key = clientKey(client)
      return counts.hasRoom(key) ? counts.enter(key) : undefined
    },
  }
}

/** Enforces the limit across all processes. Refuses every client while the primary process does not respond. */
export function openSharedClientConnections(shared: SharedConnections): ClientConnections {
  return {
    async admit(client) {
      const entered = await shared.enter([['socketsPerClient', clientKey(client)]]).catch(() => undefined)
      return typeof entered === 'string' ? undefined : entered
    },
  }
}

/** Equal for connections that are counted together. */
export function clientKey({ clientId, subject }: ConnectedClient): string {
  return `${clientId}\n${subject}`
}
