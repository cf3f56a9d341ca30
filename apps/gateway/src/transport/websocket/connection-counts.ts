/** Whose connections are counted: the same subject of the same client. */
export interface ConnectedClient {
  readonly clientId: string
  readonly subject: string
}

/** How many connections each client has. */
export interface ClientConnections {
  /** Counts a connection until what is returned is disposed; `undefined` when the client has as many as it may. */
  admit(client: ConnectedClient): Disposable | undefined
}

/** Connections by anything that they have in common. */
export interface ConnectionCounts {
  /** Whether there may be one more. */
  hasRoom(key: string): boolean
  /** Counts one more, until what is returned is disposed. */
  enter(key: string): Disposable
}

/** `max` connections of each key; any number when it is 0. */
export function openConnectionCounts(max: number): ConnectionCounts {
  const counts = new Map<string, number>()
  return {
    hasRoom: (key) => max === 0 || (counts.get(key) ?? 0) < max,
    enter(key) {
      if (max === 0) return UNCOUNTED
      counts.set(key, (counts.get(key) ?? 0) + 1)
      let over = false
      return {
        [Symbol.dispose]() {
          if (over) return
          over = true
          const left = (counts.get(key) ?? 1) - 1
          if (left === 0) counts.delete(key)
          else counts.set(key, left)
        },
      }
    },
  }
}

const UNCOUNTED: Disposable = { [Symbol.dispose]() {} }

/** `max` connections of each client; any number when it is 0. */
export function openClientConnections(max: number): ClientConnections {
  const counts = openConnectionCounts(max)
  return {
    admit({ clientId, subject }) {
      const key = `${clientId}\n${subject}`
      return counts.hasRoom(key) ? counts.enter(key) : undefined
    },
  }
}
