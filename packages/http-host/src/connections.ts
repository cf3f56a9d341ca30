import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type TLSSocket, Server as TlsServer } from 'node:tls'
import type { Logger } from '@travel-rule/service/logger'
import { addressKey, type ClientAddresses } from './client-address.ts'
import type { HttpLimits } from './http-limits.ts'
import { openSlowedAddresses } from './slowed-addresses.ts'

/** A client connection of an HTTP host, shared by its requests. */
export class Connection {
  readonly address: ConnectedAddress
  /** The stream from which HTTP is read; undefined before the TLS handshake. */
  socket: Duplex | undefined
  /** Greater than 1 when the client pipelines: one request is handled, the others wait. */
  requestsInFlight = 0
  /** The newest request in flight. */
  latest: PendingRequest | undefined
  upgraded = false
  /** True if the connection must close after its next response, since its handshake is no longer valid. */
  outdated = false
  /** Values of `ConnectionSlot`s, by their index. */
  readonly slots: unknown[] = []

  constructor(address: ConnectedAddress) {
    this.address = address
  }

  get isIdle(): boolean {
    return this.requestsInFlight === 0 && !this.upgraded
  }

  /** True if bytes written now would be read as the response to the client's newest request. */
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

/** The nearest hop: a client or its network, or a trusted proxy with many clients behind it. */
export interface ConnectedAddress {
  /** The key as returned by `addressKey`. */
  readonly key: string
  readonly isProxy: boolean
  readonly connections: Set<Duplex>
  /** Its connections that have not sent a request yet, oldest first. */
  readonly silent: Set<Duplex>
  /** Number of requests whose body is still arriving. */
  bodiesPending: number
}

/** A typed value on every connection, in which a route can cache data between requests. */
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

/** Share of the maximum from which connections without a request in flight make room. */
const crowdedShare = 0.9
const closeIdleEveryMs = 1_000
const logRefusalsEveryMs = 10_000

/** The connections of one server. */
export interface Connections {
  of(socket: Duplex): Connection
  /** Must be called once the headers of a connection's request have arrived. */
  requested(socket: Duplex): void
  /**
   * Closes the connection of a client that exceeds a limit that no honest client reaches, and slows the idle and new
   * connections of its address, since other clients may share it.
   */
  close(socket: Duplex): void
  /**
   * Closes every connection, even a new one without a request. Connections with requests in flight close after their
   * response.
   */
  outdateAll(): void
}

export interface ConnectionTracking {
  readonly limits: HttpLimits
  readonly clientAddresses: ClientAddresses
  readonly logger: Logger
}

/**
 * Tracks the server's connections, and limits those of one address.
 *
 * To make room, closes the oldest connection that has not sent a request: of the same address, or of any address when
 * `connectionsMax` is almost reached. An honest client sends its request immediately. In the latter case, idle
 * connections are closed as well.
 */
export function trackConnections(server: Server, { limits, clientAddresses, logger }: ConnectionTracking): Connections {
  const { connectionsMax, connectionsPerAddressMax, silentPerAddressMax } = limits
  const connections = new Map<Duplex, Connection>()
  const addresses = new Map<string, ConnectedAddress>()
  const silent = new Set<Duplex>()
  const slowedAddresses = openSlowedAddresses()
  const logRefusal = openRefusalLog(logger)
  const accepted = linkSecured(server)
  let closedIdleAtMs = Number.NEGATIVE_INFINITY

  function addressOf(remoteAddress: string): ConnectedAddress {
    const key = addressKey(remoteAddress)
    return addresses.get(key) ?? newAddress(key, clientAddresses.isProxy(remoteAddress))
  }

  function requested(given: Duplex): void {
    const socket = accepted(given)
    if (silent.delete(socket)) connections.get(socket)?.address.silent.delete(socket)
  }

  /** Called again without effect when the socket has closed. */
  function forget(socket: Duplex): void {
    const address = connections.get(socket)?.address
    if (address === undefined) return
    requested(socket)
    connections.delete(socket)
    address.connections.delete(socket)
    if (address.connections.size === 0) addresses.delete(address.key)
  }

  function closeOldest(sockets: ReadonlySet<Duplex>): void {
    const [oldest] = sockets
    if (oldest === undefined) return
    oldest.destroy()
    // Its `close` event comes too late for the connection that needs its room.
    forget(oldest)
  }

  function hasRoom(address: ConnectedAddress): boolean {
    if (address.isProxy) return true
    const isFull = () => address.connections.size >= connectionsPerAddressMax
    if (isFull() || address.silent.size >= silentPerAddressMax) closeOldest(address.silent)
    return !isFull()
  }

  function makeRoomForAll(): void {
    if (connections.size < connectionsMax * crowdedShare) return
    closeOldest(silent)
    const nowMs = performance.now()
    if (nowMs - closedIdleAtMs < closeIdleEveryMs) return
    closedIdleAtMs = nowMs
    server.closeIdleConnections()
  }

  server.on('connection', (socket: Socket) => {
    const address = addressOf(socket.remoteAddress ?? '')
    if (!hasRoom(address)) {
      logRefusal(address.key)
      socket.destroy()
      return
    }
    makeRoomForAll()
    addresses.set(address.key, address)
    address.connections.add(socket)
    address.silent.add(socket)
    silent.add(socket)
    connections.set(socket, new Connection(address))
    socket.once('close', () => forget(socket))
  })
  // With TLS, HTTP is read from the secured socket.
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Duplex) => {
    const connection = connections.get(accepted(socket))
    if (connection === undefined) return
    connection.socket = socket
    if (!connection.address.isProxy) slowedAddresses.opened(connection.address.key, socket)
  })
  return {
    requested,
    close(socket) {
      socket.destroy()
      const address = connections.get(accepted(socket))?.address
      if (address === undefined || address.isProxy) return
      const idle = [...address.connections].filter((other) => connections.get(other)?.isIdle === true)
      slowedAddresses.slow(
        address.key,
        idle.flatMap((other) => connections.get(other)?.socket ?? []),
      )
    },
    outdateAll() {
      for (const [socket, connection] of connections) {
        connection.outdated = true
        if (connection.isIdle) socket.destroy()
      }
    },
    // Node emits the last events of a socket after its `close`.
    of: (socket) => connections.get(accepted(socket)) ?? new Connection(newAddress('', false)),
  }
}

/** Finds the accepted connection of a socket. With TLS, requests arrive on a separate socket after the handshake. */
function linkSecured(server: Server): (socket: Duplex) => Duplex {
  const pending = new Map<string, Socket>()
  const acceptedOf = new WeakMap<Duplex, Socket>()
  const keyOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`
  if (!(server instanceof TlsServer)) return (socket) => socket
  server.on('connection', (socket: Socket) => {
    const key = keyOf(socket)
    pending.set(key, socket)
    socket.once('close', () => {
      if (pending.get(key) === socket) pending.delete(key)
    })
  })
  server.on('secureConnection', (secured: TLSSocket) => {
    const socket = pending.get(keyOf(secured))
    if (socket !== undefined) acceptedOf.set(secured, socket)
  })
  return (socket) => acceptedOf.get(socket) ?? socket
}

function newAddress(key: string, isProxy: boolean): ConnectedAddress {
  return { key, isProxy, connections: new Set(), silent: new Set(), bodiesPending: 0 }
}

/** Logs refused connections rarely, with their number, since an attacker must not be able to flood the log. */
function openRefusalLog(logger: Logger): (address: string) => void {
  let loggedAtMs = Number.NEGATIVE_INFINITY
  let refused = 0
  return (address) => {
    refused += 1
    const nowMs = performance.now()
    if (nowMs - loggedAtMs < logRefusalsEveryMs) return
    logger.warn({ address, refused }, 'refused connections of one address')
    loggedAtMs = nowMs
    refused = 0
  }
}
