/** A connection whose client may leave responses unread. */
export interface UnreadConnection {
  /** Since when its client has taken none of the waiting bytes, on the clock of `performance.now`. */
  readonly stalledSinceMs: number | undefined
  close(): void
}

/** The response bytes that the clients of a host have not taken. */
export interface UnsentResponses {
  /** Begins to count for a connection. Disposing the counter subtracts its remaining bytes. */
  open(connection: UnreadConnection): UnsentCounter
}

export interface UnsentCounter extends Disposable {
  readonly bytes: number
  /** Adds `bytes`, or subtracts them if they are negative. */
  add(bytes: number): void
}

/**
 * Counts unsent bytes only as numbers: an object for each response would outlive young garbage collections.
 *
 * Beyond `bytesMax`, closes the connections that have stalled longest, until the rest fits.
 */
export function openUnsentResponses(bytesMax: number): UnsentResponses {
  const open = new Set<UnreadConnection>()
  let total = 0

  function closeStalled(): void {
    while (total > bytesMax) {
      let longest: UnreadConnection | undefined
      for (const connection of open) {
        const { stalledSinceMs = Number.POSITIVE_INFINITY } = connection
        if (stalledSinceMs < (longest?.stalledSinceMs ?? Number.POSITIVE_INFINITY)) longest = connection
      }
      if (longest === undefined) return
      // Also disposes its counter.
      longest.close()
    }
  }

  return {
    open(connection) {
      let own = 0
      open.add(connection)
      return {
        get bytes() {
          return own
        },
        add(bytes) {
          if (!open.has(connection)) return
          own += bytes
          total += bytes
          if (bytes > 0 && total > bytesMax) closeStalled()
        },
        [Symbol.dispose]() {
          if (open.delete(connection)) total -= own
          own = 0
        },
      }
    },
  }
}
