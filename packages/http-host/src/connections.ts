import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** A client connection of an HTTP host, shared by its requests. */
export class Connection {
  readonly address: ConnectedAddress
  /** Several when the client pipelines. */
  requestsInFlight = 0
  /** The newest request in flight. */
  latest: PendingRequest | undefined
  /** Values of `ConnectionSlot`s, by their index. */
  readonly slots: unknown[] = []

  constructor(address: ConnectedAddress) {
    this.address = address
  }

  /** Whether bytes written now are read as the response to the client's newest request. */
  get isNextToRespond(): boolean {
    const { latest, requestsInFlight } = this
    if (requestsInFlight === 0 || latest === undefined) return true
    return requestsInFlight === 1 && !latest.incoming.complete && !latest.outgoing.headersSent
  }
}

interface PendingRequest {
  readonly incoming: { readonly complete: boolean }
  readonly outgoing: { readonly headersSent: boolean }
}

/** The nearest hop: a client, or a load balancer with many clients behind it. */
export interface ConnectedAddress {
  connections: number
  /** Requests whose body is still arriving. */
  bodiesPending: number
}

/** A typed value on every connection, for what a route caches between requests. */
export interface ConnectionSlot<Value> {
  /** The connection's value; created on first use. */
  of(connection: Connection): Value
}

let slotsDeclared = 0

export function connectionSlot<Value>(create: () => Value): ConnectionSlot<Value> {
  const index = slotsDeclared
  slotsDeclared += 1
  return {
    of({ slots }) {
      slots[index] ??= create()
      return slots[index] as Value
    },
  }
}

/** Idle connections are closed once this share of the maximum is open, at most this often. */
const crowdedShare = 0.9
const closeIdleEveryMs = 1_000

/** The connections of one server. */
export interface Connections {
  of(socket: Duplex): Connection
}

/**
 * Tracks the server's connections, and closes idle ones when `connectionsMax` is nearly reached.
 */
export function trackConnections(server: Server, connectionsMax: number): Connections {
  const connections = new Map<Duplex, Connection>()
  const addresses = new Map<string, ConnectedAddress>()
  let closedIdleAtMs = Number.NEGATIVE_INFINITY
  server.on('connection', (socket) => {
    const key = socket.remoteAddress ?? ''
    const address = addresses.get(key) ?? { connections: 0, bodiesPending: 0 }
    addresses.set(key, address)
    address.connections += 1
    connections.set(socket, new Connection(address))
    socket.once('close', () => {
      connections.delete(socket)
      address.connections -= 1
      if (address.connections === 0) addresses.delete(key)
    })
    const nowMs = performance.now()
    const crowded = connections.size >= connectionsMax * crowdedShare
    if (!crowded || nowMs - closedIdleAtMs < closeIdleEveryMs) return
    closedIdleAtMs = nowMs
    server.closeIdleConnections()
  })
  return {
    // Node emits the last events of a socket after its `close`.
    of: (socket) => connections.get(socket) ?? new Connection({ connections: 1, bodiesPending: 0 }),
  }
}
