/** Limits on connections that apply across all processes. */
export type SharedLimit =
  | 'sockets'
  | 'socketsPerAddress'
  | 'socketsPerClient'
  | 'unauthenticated'
  | 'unauthenticatedPerAddress'
  | 'streams'
  | 'streamsPerAddress'
  | 'streamsPerClient'

/** One key of a limit, such as an address. */
export type Place = readonly [limit: SharedLimit, key: string]

/** A connection that is counted across all processes until it is disposed. */
export interface SharedEntry extends Disposable {
  /** Stops counting the connection towards these limits. */
  leave(...limits: SharedLimit[]): void
}

/** One process's interface to the counts of all processes. */
export interface SharedConnections {
  /** Returns the first limit that is reached, if any. Rejects when the primary process does not respond. */
  enter(places: readonly Place[]): Promise<SharedEntry | SharedLimit>
}

/** Counts the connections of all processes. */
export interface SharedCounts {
  /**
   * Counts connection `id` of a process in all these places. If one is full, counts it in none, and returns the first
   * limit that is reached.
   */
  enter(process: number, id: number, places: readonly Place[]): SharedLimit | undefined
  /** Stops counting a connection towards these limits, or towards all. Has no effect on an unknown connection. */
  leave(process: number, id: number, limits?: readonly SharedLimit[]): void
  /** Forgets the connections of a process that has ended. */
  forget(process: number): void
  /** Number of connections in a place. */
  count(place: Place): number
}

/** `max`: connections per key of each limit. */
export function openSharedCounts(max: Readonly<Record<SharedLimit, number>>): SharedCounts {
  const totals = new Map<string, number>()
  const held = new Map<number, Map<number, readonly Place[]>>()

  function add([limit, key]: Place, difference: 1 | -1): void {
    const name = nameOf([limit, key])
    const total = (totals.get(name) ?? 0) + difference
    if (total === 0) totals.delete(name)
    else totals.set(name, total)
  }

  const count = (place: Place) => totals.get(nameOf(place)) ?? 0

  return {
    count,
    enter(process, id, places) {
      const full = places.find((place) => count(place) >= max[place[0]])
      if (full !== undefined) return full[0]
      for (const place of places) add(place, 1)
      let ofProcess = held.get(process)
      if (ofProcess === undefined) {
        ofProcess = new Map()
        held.set(process, ofProcess)
      }
      ofProcess.set(id, places)
      return undefined
    },
    leave(process, id, limits) {
      const ofProcess = held.get(process)
      const places = ofProcess?.get(id)
      if (ofProcess === undefined || places === undefined) return
      const left = (place: Place) => limits === undefined || limits.includes(place[0])
      for (const place of places) if (left(place)) add(place, -1)
      const remaining = places.filter((place) => !left(place))
      if (remaining.length === 0) ofProcess.delete(id)
      else ofProcess.set(id, remaining)
    },
    forget(process) {
      for (const places of held.get(process)?.values() ?? []) for (const place of places) add(place, -1)
      held.delete(process)
    },
  }
}

function nameOf([limit, key]: Place): string {
  return `${limit}\n${key}`
}
