import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Exchange } from './http-exchange-state.ts'

/** What the requests of one connection have in common. */
export interface Connection {
  readonly address: ConnectedAddress
  /** Its requests that are under way: several when the client does not wait for answers. */
  exchanges: number
  /** The last of those. */
  latest: Exchange | undefined
}

/** The nearest hop: a client, or a balancer before many. */
export interface ConnectedAddress {
  connections: number
  /** Requests whose body is on its way. */
  bodiesWaiting: number
}

const CONNECTION = Symbol('connection')
type Watched = Duplex & { [CONNECTION]?: Connection }

/** From this share of the connections on, idle ones are closed, at most so often. */
const crowdedShare = 0.9
const closeIdleEveryMs = 1_000

/** Keeps account of the connections of a server, for `connectionOf`, and makes room when there are nearly `connectionsMax`. */
export function watchConnections(server: Server, connectionsMax: number): void {
  const addresses = new Map<string, ConnectedAddress>()
  let open = 0
  let closedIdleAtMs = Number.NEGATIVE_INFINITY
  server.on('connection', (socket) => {
    const key = socket.remoteAddress ?? ''
    const address = addresses.get(key) ?? { connections: 0, bodiesWaiting: 0 }
    addresses.set(key, address)
    address.connections += 1
    open += 1
    ;(socket as Watched)[CONNECTION] = { address, exchanges: 0, latest: undefined }
    socket.once('close', () => {
      open -= 1
      address.connections -= 1
      if (address.connections === 0) addresses.delete(key)
    })
    const nowMs = performance.now()
    if (open < connectionsMax * crowdedShare || nowMs - closedIdleAtMs < closeIdleEveryMs) return
    closedIdleAtMs = nowMs
    server.closeIdleConnections()
  })
}

/** Of a socket of a server that is watched. */
export function connectionOf(socket: Watched): Connection {
  socket[CONNECTION] ??= { address: { connections: 1, bodiesWaiting: 0 }, exchanges: 0, latest: undefined }
  return socket[CONNECTION]
}

/** Whether what is written to the connection now is read as the answer to what the client has sent last. */
export function isNextToAnswer({ exchanges, latest }: Connection): boolean {
  if (exchanges === 0 || latest === undefined) return true
  return exchanges === 1 && !latest.request.complete && !latest.response.headersSent
}
