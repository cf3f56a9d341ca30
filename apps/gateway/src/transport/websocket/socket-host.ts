import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { addressKey, type ClientAddresses } from '@travel-rule/http-host/client-address'
import { HttpRefusal } from '@travel-rule/http-host/http-problem'
import type { Route } from '@travel-rule/http-host/route'
import { closeClient, refuseUpgrade } from '@travel-rule/http-host/websocket-lifecycle'
import type { Logger } from '@travel-rule/service/logger'
import type { LoopTurns } from '@travel-rule/service/loop-turns'
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws'
import { openConnectionCounts } from '../../limits/connection-counts.ts'
import type { SharedConnections, SharedEntry, SharedLimit } from '../../limits/shared-counts.ts'
import { drain } from '../delivery/drain.ts'
import type { LiveMetrics, ProtocolMetrics, UpgradeRefusal } from '../delivery/live-metrics.ts'
import type { BackpressureSettings } from '../delivery/result-writer.ts'
import { openStaggeredInterval } from '../delivery/staggered-interval.ts'
import { ClientSocket, type ClientSocketOptions, type OpenedSocket } from './client-socket.ts'
import type { SocketProtocol } from './conversation.ts'
import type { Paces } from './paced-reader.ts'
import { openSocketSession, type SocketParts } from './socket-session.ts'
import { openUpgradePace } from './upgrade-pace.ts'

export interface SocketLimits {
  readonly socketsMax: number
  /** Maximum per address or IPv6 network (/64). */
  readonly socketsPerAddressMax: number
  /** Maximum number of sockets that are not authenticated. */
  readonly unauthenticatedMax: number
  /** Maximum number of unauthenticated sockets per address. */
  readonly unauthenticatedPerAddressMax: number
  /** Average rate at which the upgrades of one address are handled. */
  readonly upgradesPerAddressPerSecond: number
  readonly messageBytesMax: number
  /**
   * Interval between two pings. A socket that has neither sent a pong nor read anything by the next ping is terminated.
   */
  readonly pingMs: number
  /** How long a closing handshake may take. */
  readonly closeWaitMs: number
  /** Period over which sockets are closed when the host is disposed. */
  readonly drainMs: number
}

export interface SocketHostOptions extends Omit<SocketParts, 'metrics'> {
  /** In order of preference. */
  readonly protocols: readonly SocketProtocol[]
  readonly limits: SocketLimits
  /**
   * Origins whose pages may open sockets, such as `https://app.example`. Clients without an origin
   * are not pages.
   */
  readonly origins: readonly string[]
  readonly clientAddresses: ClientAddresses
  readonly backpressure: BackpressureSettings
  readonly metrics: LiveMetrics
  readonly turns: LoopTurns
  readonly paces: Paces
  /** Counts the sockets of several processes together. */
  readonly shared?: SharedConnections | undefined
  readonly logger: Logger
}

/**
 * The WebSockets of the gateway.
 *
 * Disposing refuses new ones, closes each at a random moment within `drainMs` with 1012, which
 * tells the client to reconnect, and terminates those that do not complete the closing handshake.
 */
export interface SocketHost extends AsyncDisposable {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Open sockets. */
  count(): number
}

const PATH = '/graphql-ws'
const PATHS: readonly string[] = [PATH, `${PATH}/`]

/** Tells a client that sends an ordinary request to open a WebSocket. Source: RFC 9110, section 15.5.22. */
export const upgradeRequiredRoutes: readonly Route[] = PATHS.map((path) => ({
  method: ['GET', 'POST'],
  path,
  handle() {
    const headers = { upgrade: 'websocket', connection: 'upgrade' }
    throw new HttpRefusal(426, 'UPGRADE_REQUIRED', `${PATH} serves WebSockets: send an upgrade`, headers)
  },
}))

export function openSocketHost(options: SocketHostOptions): SocketHost {
  const { limits, protocols, clientAddresses, metrics, turns, logger } = options
  const offers = new Map(protocols.map((protocol) => [protocol.name, offerOf(protocol, options)]))
  const origins = new Set(options.origins)
  const addresses = openConnectionCounts(limits.socketsPerAddressMax)
  const unauthenticated = openUnauthenticated(limits)
  const pace = openUpgradePace({ perSecond: limits.upgradesPerAddressPerSecond, turns })
  const pings = openStaggeredInterval<ClientSocket>(limits.pingMs, (socket) => socket.ping())
  // The types of `ws` lack `closeTimeout`.
  const settings: ServerOptions & { readonly closeTimeout: number } = {
    noServer: true,
    maxPayload: limits.messageBytesMax,
    // `ClientSocket` bypasses `ws` to write results, so `ws` must write synchronously.
    perMessageDeflate: false,
    closeTimeout: limits.closeWaitMs,
    // `ClientSocket` sends pongs, with backpressure.
    autoPong: false,
    handleProtocols: (offered) => [...offers.keys()].find((name) => offered.has(name)) ?? false,
  }
  const sockets = new WebSocketServer(settings)
  let closing = false

  const addressOf = ({ socket, headers }: IncomingMessage) =>
    addressKey(clientAddresses.of(socket.remoteAddress ?? '', headers))

  function refusal(request: IncomingMessage, address: string): Refusal | undefined {
    const { url, headers } = request
    if (!PATHS.includes(url?.split('?', 1)[0] ?? '')) return REFUSALS.path
    if (headers.origin !== undefined && !origins.has(headers.origin)) return REFUSALS.origin
    if (closing) return REFUSALS.closing
    if (sockets.clients.size >= limits.socketsMax) return REFUSALS.full
    return addresses.hasRoom(address) ? unauthenticated.refusal(address) : REFUSALS.address
  }

  function refuse(socket: Duplex, refused: Refusal): void {
    metrics.refusedUpgrade(refused.reason)
    writeRefusal(socket, refused)
  }

  function serve(client: WebSocket, request: IncomingMessage, { connection, from, entry }: Peer): void {
    const address = together(addresses.enter(from), entry)
    const isUnauthenticated = entry === undefined ? unauthenticated.enter(from) : unauthenticatedOf(entry)
    const opened: OpenedSocket = { client, connection, address: from, unauthenticated: isUnauthenticated }
    const offer = offers.get(client.protocol)
    if (offer === undefined) {
      client.once('close', () => {
        address[Symbol.dispose]()
        opened.unauthenticated[Symbol.dispose]()
      })
      client.on('error', (error) => logger.debug({ err: error }, 'a socket failed'))
      client.close(4406, 'Subprotocol not acceptable')
      // What the client sends remains unread until the closing handshake times out.
      client.pause()
      return
    }
    const { metrics: protocolMetrics } = offer
    const socket = new ClientSocket(opened, offer.socketOptions)
    const session = openSocketSession(offer.parts, { headers: request.headers, address: from }, socket)
    socket.converse(offer.protocol.open(socket, session))
    pings.add(socket)
    protocolMetrics.connected()
    client.once('close', () => {
      pings.delete(socket)
      protocolMetrics.disconnected()
      address[Symbol.dispose]()
      socket.closed()
    })
  }

  return {
    count: () => sockets.clients.size,
    upgrade(request, socket, head) {
      if (closing) return refuse(socket, REFUSALS.closing)
      const address = addressOf(request)
      const handle = () => {
        const refused = refusal(request, address)
        if (refused !== undefined) return refuse(socket, refused)
        if (options.shared === undefined) return accept(undefined)
        enterShared(options.shared, address)
          .then((entered) => {
            if ('reason' in entered) return refuse(socket, entered)
            // While it was being counted, the socket closed or this process began to stop.
            if (!socket.destroyed && !closing) return accept(entered)
            entered[Symbol.dispose]()
            if (!socket.destroyed) refuse(socket, REFUSALS.closing)
          })
          .catch(failed)
      }
      const failed = (error: unknown) => {
        logger.error({ err: error }, 'upgrade failed')
        socket.destroy()
      }
      const accept = (entry: SharedEntry | undefined) => {
        const peer = { connection: socket, from: address, entry }
        let isServed = false
        sockets.handleUpgrade(request, socket, head, (client) => {
          isServed = true
          serve(client, request, peer)
        })
        // `ws` has refused the handshake.
        if (!isServed) entry?.[Symbol.dispose]()
      }
      pace.enter({
        address,
        socket,
        handle() {
          try {
            handle()
          } catch (error) {
            failed(error)
          }
        },
        refuse: (retryAfterSeconds) => refuse(socket, { ...REFUSALS.pace, retryAfterSeconds }),
      })
    },
    async [Symbol.asyncDispose]() {
      closing = true
      await drain(sockets.clients, limits.drainMs, (client) =>
        closeClient(client, 1012, 'Service restart', limits.closeWaitMs),
      )
      sockets.close()
    },
  }
}

/** The remote end of a socket that is being opened. */
interface Peer {
  readonly connection: Duplex
  /** The address as returned by `addressKey`. */
  readonly from: string
  /** The socket's entry in the counts of all processes. */
  readonly entry: SharedEntry | undefined
}

/** Counts a socket across all processes, or returns the reason for refusing it. */
async function enterShared(shared: SharedConnections, address: string): Promise<SharedEntry | Refusal> {
  try {
    const entered = await shared.enter([
      ['sockets', ''],
      ['socketsPerAddress', address],
      ['unauthenticatedPerAddress', address],
      ['unauthenticated', ''],
    ])
    return typeof entered === 'string' ? (SHARED_REFUSALS[entered] ?? REFUSALS.full) : entered
  } catch {
    // The primary process does not respond.
    return REFUSALS.full
  }
}

function together(first: Disposable, second: Disposable | undefined): Disposable {
  if (second === undefined) return first
  return {
    [Symbol.dispose]() {
      first[Symbol.dispose]()
      second[Symbol.dispose]()
    },
  }
}

function unauthenticatedOf(entry: SharedEntry): Disposable {
  return { [Symbol.dispose]: () => entry.leave('unauthenticated', 'unauthenticatedPerAddress') }
}

/** Counts sockets that are not authenticated. */
interface Unauthenticated {
  /** The reason why no more may be opened from an address. */
  refusal(address: string): Refusal | undefined
  /** Counts one more socket until disposed. */
  enter(address: string): Disposable
}

function openUnauthenticated({ unauthenticatedMax, unauthenticatedPerAddressMax }: SocketLimits): Unauthenticated {
  const all = openConnectionCounts(unauthenticatedMax)
  const addresses = openConnectionCounts(unauthenticatedPerAddressMax)
  return {
    refusal(address) {
      if (!addresses.hasRoom(address)) return REFUSALS.unauthenticatedAddress
      return all.hasRoom('') ? undefined : REFUSALS.unauthenticated
    },
    enter(address) {
      const ofAll = all.enter('')
      const ofAddress = addresses.enter(address)
      return {
        [Symbol.dispose]() {
          ofAll[Symbol.dispose]()
          ofAddress[Symbol.dispose]()
        },
      }
    },
  }
}

/** What all sockets of a protocol share. */
interface Offer {
  readonly protocol: SocketProtocol
  readonly metrics: ProtocolMetrics
  readonly parts: SocketParts
  readonly socketOptions: ClientSocketOptions
}

function offerOf(protocol: SocketProtocol, options: SocketHostOptions): Offer {
  const { logger, limits, turns, paces } = options
  const metrics = options.metrics.of(protocol.name)
  const backpressure = { ...options.backpressure, metrics }
  return {
    protocol,
    metrics,
    parts: { ...options, metrics },
    socketOptions: { backpressure, closeWaitMs: limits.closeWaitMs, turns, paces, logger },
  }
}

function writeRefusal(socket: Duplex, { status, code, message, retryAfterSeconds }: Refusal): void {
  const retry = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  refuseUpgrade(socket, status, {
    headers: { 'content-type': 'application/json; charset=utf-8', ...retry },
    body: JSON.stringify({ errors: [{ message, extensions: { code } }] }),
  })
}

interface Refusal {
  readonly reason: UpgradeRefusal
  readonly status: string
  readonly code: string
  readonly message: string
  readonly retryAfterSeconds?: number
}

const REFUSALS = {
  path: {
    reason: 'PATH',
    status: '404 Not Found',
    code: 'ROUTE_NOT_FOUND',
    message: `WebSockets are opened at ${PATH}.`,
  },
  origin: {
    reason: 'ORIGIN',
    status: '403 Forbidden',
    code: 'FORBIDDEN',
    message: 'Pages of this origin may not open WebSockets.',
  },
  closing: {
    reason: 'CLOSING',
    status: '503 Service Unavailable',
    code: 'OVERLOADED',
    message: 'The gateway is stopping. Connect again.',
    retryAfterSeconds: 1,
  },
  full: {
    reason: 'FULL',
    status: '503 Service Unavailable',
    code: 'OVERLOADED',
    message: 'Too many WebSockets are open. Try again later.',
    retryAfterSeconds: 5,
  },
  address: {
    reason: 'ADDRESS_FULL',
    status: '429 Too Many Requests',
    code: 'RATE_LIMITED',
    message: 'Too many WebSockets are open from this address.',
    retryAfterSeconds: 5,
  },
  pace: {
    reason: 'PACE',
    status: '429 Too Many Requests',
    code: 'RATE_LIMITED',
    message: 'Too many WebSockets are being opened from this address.',
  },
  unauthenticated: {
    reason: 'UNAUTHENTICATED_FULL',
    status: '503 Service Unavailable',
    code: 'OVERLOADED',
    message: 'Too many WebSockets have not sent connection_init yet. Try again later.',
    retryAfterSeconds: 1,
  },
  unauthenticatedAddress: {
    reason: 'UNAUTHENTICATED_ADDRESS_FULL',
    status: '429 Too Many Requests',
    code: 'RATE_LIMITED',
    message: 'Too many WebSockets from this address have not sent connection_init yet.',
    retryAfterSeconds: 1,
  },
} satisfies Record<string, Refusal>

const SHARED_REFUSALS: Readonly<Partial<Record<SharedLimit, Refusal>>> = {
  sockets: REFUSALS.full,
  socketsPerAddress: REFUSALS.address,
  unauthenticated: REFUSALS.unauthenticated,
  unauthenticatedPerAddress: REFUSALS.unauthenticatedAddress,
}

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']

/**
 * The origins of the gateway's own pages. Browsers on the same machine may use several host names for a local gateway.
 */
export function ownOrigins(baseUrl: string): string[] {
  const { origin, hostname, protocol, port } = new URL(baseUrl)
  if (!LOOPBACK_NAMES.includes(hostname)) return [origin]
  return LOOPBACK_NAMES.map((name) => `${protocol}//${name}${port === '' ? '' : `:${port}`}`)
}
