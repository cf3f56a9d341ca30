import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { closeClient, refuseUpgrade } from '@travel-rule/http-host/websocket-lifecycle'
import type { Logger } from '@travel-rule/service/logger'
import { type WebSocket, WebSocketServer } from 'ws'
import { openConnectionCounts } from '../../limits/connection-counts.ts'
import { drain } from '../delivery/drain.ts'
import type { LiveMetrics, ProtocolMetrics } from '../delivery/live-metrics.ts'
import type { BackpressureSettings } from '../delivery/result-writer.ts'
import { openStaggeredInterval } from '../delivery/staggered-interval.ts'
import { HostedSocket, type HostedSocketOptions } from './hosted-socket.ts'
import type { SocketProtocol } from './socket-protocol.ts'
import { openSocketSession, type SocketParts } from './socket-session.ts'

export interface SocketLimits {
  readonly socketsMax: number
  /** From one address, that of the nearest hop; 0 is no limit. */
  readonly socketsPerAddressMax: number
  readonly messageBytesMax: number
  /** Between two pings; a socket that has neither answered one nor taken anything by the next is cut. */
  readonly pingMs: number
  /** How long a socket may take to answer that it is being closed. */
  readonly closeWaitMs: number
  /** Over how long sockets are sent away when the host is disposed. */
  readonly drainMs: number
}

export interface SocketHostOptions extends Omit<SocketParts, 'live'> {
  /** In the order of preference. */
  readonly protocols: readonly SocketProtocol[]
  readonly limits: SocketLimits
  /** Whose pages may open sockets, exactly as browsers send them: `https://app.example`. Who sends no origin is no page. */
  readonly origins: readonly string[]
  readonly backpressure: BackpressureSettings
  readonly metrics: LiveMetrics
  readonly logger: Logger
}

/**
 * The WebSockets of the gateway.
 *
 * Disposing takes no more of them, tells clients to come back (1012), each at a random moment within `drainMs`, and cuts those that do not answer.
 */
export interface SocketHost extends AsyncDisposable {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Sockets open now. */
  count(): number
}

const PATH = '/graphql-ws'

export function openSocketHost(options: SocketHostOptions): SocketHost {
  const { limits, protocols, logger } = options
  const offers = new Map(protocols.map((protocol) => [protocol.name, offerOf(protocol, options)]))
  const origins = new Set(options.origins)
  const addresses = openConnectionCounts(limits.socketsPerAddressMax)
  const pings = openStaggeredInterval<HostedSocket>(limits.pingMs, (socket) => socket.ping())
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.messageBytesMax,
    // Results are written beside `ws`, which must not be in the middle of something then.
    perMessageDeflate: false,
    // A client that pings and does not read must not make pongs pile up.
    autoPong: false,
    handleProtocols: (offered) => [...offers.keys()].find((name) => offered.has(name)) ?? false,
  })
  let closing = false

  function refusal({ url, headers, socket }: IncomingMessage): Refusal | undefined {
    if (url?.split('?', 1)[0] !== PATH) return REFUSALS.path
    if (headers.origin !== undefined && !origins.has(headers.origin)) return REFUSALS.origin
    if (closing) return REFUSALS.closing
    if (sockets.clients.size >= limits.socketsMax) return REFUSALS.full
    return addresses.hasRoom(addressOf(socket)) ? undefined : REFUSALS.address
  }

  const logFailure = (error: Error) => logger.debug({ err: error }, 'a socket failed')

  function serve(client: WebSocket, request: IncomingMessage, connection: Duplex): void {
    client.on('error', logFailure)
    const address = addresses.enter(addressOf(connection))
    const offer = offers.get(client.protocol)
    if (offer === undefined) {
      client.once('close', () => address[Symbol.dispose]())
      client.close(4406, 'Subprotocol not acceptable')
      return
    }
    const { metrics } = offer
    const socket = new HostedSocket(client, connection, offer.hosting)
    const session = openSocketSession(offer.parts, request.headers, () => socket.close(4403, 'Token expired'))
    socket.converse(offer.protocol.open(socket, session))
    pings.add(socket)
    metrics.connected()
    client.once('close', () => {
      pings.delete(socket)
      metrics.disconnected()
      address[Symbol.dispose]()
      socket.closed()
    })
  }

  return {
    count: () => sockets.clients.size,
    upgrade(request, socket, head) {
      const refused = refusal(request)
      if (refused !== undefined) return refuse(socket, refused)
      sockets.handleUpgrade(request, socket, head, (client) => serve(client, request, socket))
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

/** What all sockets of a protocol have in common. */
interface Offer {
  readonly protocol: SocketProtocol
  readonly metrics: ProtocolMetrics
  readonly parts: SocketParts
  readonly hosting: HostedSocketOptions
}

function offerOf(protocol: SocketProtocol, options: SocketHostOptions): Offer {
  const { logger, limits } = options
  const metrics = options.metrics.of(protocol.name)
  const backpressure = { ...options.backpressure, metrics }
  return {
    protocol,
    metrics,
    parts: { ...options, live: metrics },
    hosting: { backpressure, closeWaitMs: limits.closeWaitMs, logger },
  }
}

/** A connection that is gone already has none. */
function addressOf(connection: Duplex): string {
  return ('remoteAddress' in connection && String(connection.remoteAddress)) || ''
}

function refuse(socket: Duplex, { status, code, message, retryAfterSeconds }: Refusal): void {
  const retry = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  refuseUpgrade(socket, status, {
    headers: { 'content-type': 'application/json; charset=utf-8', ...retry },
    body: JSON.stringify({ errors: [{ message, extensions: { code } }] }),
  })
}

interface Refusal {
  readonly status: string
  readonly code: string
  readonly message: string
  readonly retryAfterSeconds?: number
}

const REFUSALS = {
  path: { status: '404 Not Found', code: 'ROUTE_NOT_FOUND', message: `WebSockets are opened at ${PATH}.` },
  origin: {
    status: '403 Forbidden',
    code: 'FORBIDDEN',
    message: 'Pages of this origin may not open WebSockets here.',
  },
  closing: {
    status: '503 Service Unavailable',
    code: 'OVERLOADED',
    message: 'The gateway is being stopped: connect again.',
    retryAfterSeconds: 1,
  },
  full: {
    status: '503 Service Unavailable',
    code: 'OVERLOADED',
    message: 'Too many WebSockets are open: try again later.',
    retryAfterSeconds: 5,
  },
  address: {
    status: '429 Too Many Requests',
    code: 'RATE_LIMITED',
    message: 'Too many WebSockets are open from this address.',
    retryAfterSeconds: 5,
  },
} satisfies Record<string, Refusal>
