import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import { createServer as createTlsServer, type Server as HttpsServer } from 'node:https'
import { type AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { TlsOptions } from 'node:tls'
import { UPGRADE_PROTOCOL } from '@travel-rule/frames/frame'
import type { Logger } from '@travel-rule/service/logger'
import type { Metrics } from '@travel-rule/service/metrics'
import { createServer, STATUS_CODES } from '@travel-rule/service/node-http'
import { OperatorError } from '@travel-rule/service/operator-error'
import type { TlsFiles } from '@travel-rule/service/tls-files'
import { type ClientAddresses, openClientAddresses } from './client-address.ts'
import { type ClientCertificates, presentedCertificates } from './client-certificate.ts'
import { type Connections, trackConnections } from './connections.ts'
import { type FramedConnection, serveFrames } from './framed-connection.ts'
import { type HttpLimits, httpLimits } from './http-limits.ts'
import { type ExceededLimit, type ProblemRenderer, renderProblem } from './http-problem.ts'
import type { Route, RouteContext } from './route.ts'
import { buildRouter } from './router.ts'
import { openRequestServer, type RequestServer } from './serve-requests.ts'
import { openUnsentResponses } from './unsent-responses.ts'
import { refuseUpgrade } from './websocket-lifecycle.ts'

export type { HttpLimits } from './http-limits.ts'
export type { HttpProblem, ProblemRenderer } from './http-problem.ts'
export {
  AdmitRefusal,
  type HttpRequest,
  type HttpRequestHead,
  type HttpResponse,
  type Route,
  type RouteContext,
} from './route.ts'

export interface HttpHostOptions {
  readonly host: string
  /** `0` takes any free port. */
  readonly port: number
  /** Name of the setting to mention when the port is taken. */
  readonly portVariable?: string
  readonly logger: Logger
  readonly routes: readonly Route<RouteContext>[]
  readonly limits?: Partial<HttpLimits> | undefined
  /** Determines which addresses are trusted proxies; none by default. */
  readonly clientAddresses?: ClientAddresses | undefined
  /**
   * Serves only HTTPS, and requests a certificate from clients, which they may omit. When the files change, connections
   * close after their response, since a certificate is checked only at the handshake.
   */
  readonly tls?: TlsFiles | undefined
  /** Determines the client certificate of a request; from the handshake by default. */
  readonly clientCertificates?: ClientCertificates | undefined
  /** Takes over WebSocket upgrades; requests for any other upgrade are served as plain requests. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /**
   * If true, clients may upgrade a connection to `request-frames/1` on any path, and responses over HTTP/1.1 announce
   * this. Each framed request is served like one over HTTP. Default: false.
   */
  readonly frames?: boolean
  /** Renders 404; `onError` by default. */
  readonly notFound?: ProblemRenderer
  /** Renders 405; `onError` by default. */
  readonly methodNotAllowed?: ProblemRenderer
  /** Renders the other errors of the host itself: 400, 408, 413, 414, 415, 431, 500, 503. */
  readonly onError?: ProblemRenderer
  /** Counts requests and their duration. */
  readonly metrics?: Metrics
}

/**
 * A listening HTTP server. Disposing stops accepting connections, lets requests in flight finish within `drainMs`, and
 * destroys the remaining ones. A request in transit at that time is lost, unless `retire` was called some seconds
 * before.
 */
export interface HttpHost extends AsyncDisposable {
  readonly port: number
  /** `http://host:port` or `https://host:port`, without a trailing slash. */
  readonly url: string
  /**
   * From now on, makes each response close its connection, so that clients connect elsewhere. Requests and connections
   * are still accepted.
   */
  retire(): void
}

/** The port cannot be listened on. */
export class ListenError extends OperatorError {
  override readonly name = 'ListenError'
}

/**
 * Opens an HTTP/1.1 server with limits on everything that a client controls.
 *
 * Throws `ListenError` when the address is not available.
 */
export async function openHttpHost(options: HttpHostOptions): Promise<HttpHost> {
  const limits = httpLimits(options.limits)
  const { logger, metrics, upgrade, tls, clientAddresses = openClientAddresses() } = options
  const { clientCertificates = presentedCertificates } = options
  const http = {
    maxHeaderSize: limits.headerBytesMax,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: Math.min(1_000, limits.headersTimeoutMs, limits.requestTimeoutMs),
    shouldUpgradeCallback: ({ headers: { upgrade: protocol = '' } }: IncomingMessage) =>
      (upgrade !== undefined && protocol.toLowerCase() === 'websocket') ||
      (options.frames === true && protocol.toLowerCase() === UPGRADE_PROTOCOL),
  }
  const secured = tls && createTlsServer({ ...http, ...handshake(tls, limits) })
  const server: Server = secured ?? createServer(http)
  server.maxHeadersCount = limits.headersMax
  server.maxConnections = limits.connectionsMax
  // For one of several processes: a connection beyond the limit would repeatedly be offered to each in turn. Node's
  // types lack this property.
  Object.assign(server, { dropMaxConnection: true })
  server.maxRequestsPerSocket = limits.requestsPerConnectionMax
  const connections = trackConnections(server, { limits, clientAddresses, logger })
  const router = buildRouter(options.routes)
  const render = chooseRenderer(options)
  const clients = { connections, clientAddresses, clientCertificates }
  const offeredUpgrade = options.frames === true ? UPGRADE_PROTOCOL : undefined
  const requests = openRequestServer({ router, ...clients, limits, logger, metrics, render, offeredUpgrade })
  if (tls !== undefined && secured !== undefined) reloadOnChange(tls, secured, { limits, connections })
  server.on('request', (incoming, outgoing) => requests.serve(incoming, outgoing, false))
  server.on('checkContinue', (incoming, outgoing) => requests.serve(incoming, outgoing, true))
  server.on('clientError', (error, socket) => {
    // A refusal written before or within another response would be read as part of that response.
    if (connections.of(socket).isNextToRespond) refuseUnparsed(socket, error, render, limits)
    else socket.destroy()
  })
  const frames = openFramedConnections({ limits, logger, connections, requests })
  const upgraded = listenForUpgrades(server, connections, {
    logger,
    upgrade(request, socket, head) {
      if (request.headers.upgrade?.toLowerCase() === UPGRADE_PROTOCOL) frames.open(socket, head)
      else upgrade?.(request, socket, head)
    },
  })
  await listen(server, options)
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `${tls === undefined ? 'http' : 'https'}://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`,
    retire() {
      requests.retire()
      frames.retire()
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      frames.retire()
      await requests.drain(limits.drainMs)
      server.closeAllConnections()
      for (const socket of upgraded) socket.destroy()
      await closed
    },
  }
}

function handshake(tls: TlsFiles, { headersTimeoutMs }: HttpLimits): TlsOptions {
  const { certificate: cert, key, authorities } = tls.current()
  return {
    cert,
    key,
    ca: [...authorities],
    requestCert: true,
    // Routes decide how to treat a client without a valid certificate.
    rejectUnauthorized: false,
    minVersion: 'TLSv1.2',
    handshakeTimeout: headersTimeoutMs,
  }
}

/** A new context also invalidates TLS sessions, which would otherwise be resumed without a check. */
function reloadOnChange(
  tls: TlsFiles,
  server: HttpsServer,
  { limits, connections }: { readonly limits: HttpLimits; readonly connections: Connections },
): void {
  tls.onChange(() => {
    server.setSecureContext(handshake(tls, limits))
    connections.outdateAll()
  })
}

function chooseRenderer(options: HttpHostOptions): ProblemRenderer {
  const others = options.onError ?? renderProblem
  return (problem) => {
    if (problem.status === 404) return (options.notFound ?? others)(problem)
    if (problem.status === 405) return (options.methodNotAllowed ?? others)(problem)
    return others(problem)
  }
}

/** Responds to input that never became a request (malformed, too slow, headers too long), and closes the connection. */
function refuseUnparsed(
  socket: Duplex,
  error: NodeJS.ErrnoException,
  render: ProblemRenderer,
  { headerBytesMax }: HttpLimits,
): void {
  if (error.code === 'ECONNRESET' || isHandshakeError(error) || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, code, message } = UNPARSED[error.code ?? ''] ?? MALFORMED
  const exceeded: ExceededLimit | undefined = status === 431 ? { limit: 'headerBytes', max: headerBytesMax } : undefined
  const response = render({ status, code, message, ...exceeded, id: randomUUID(), headers: {}, request: {} })
  const body = typeof response.body === 'string' ? response.body : ''
  const headers = { ...response.headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`, () =>
    socket.destroy(),
  )
}

function isHandshakeError({ code = '' }: NodeJS.ErrnoException): boolean {
  return /^ERR_(SSL|TLS)_/.test(code)
}

const MALFORMED = { status: 400, code: 'REQUEST_MALFORMED', message: 'The request is not valid HTTP' }

/** By the error code of Node's HTTP parser. */
const UNPARSED: Readonly<Record<string, typeof MALFORMED>> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'HEADERS_TOO_LARGE', message: 'The headers are too long' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'REQUEST_TIMEOUT', message: 'The request took too long to arrive' },
}

function listenForUpgrades(
  server: Server,
  connections: Connections,
  { upgrade, logger }: Pick<Required<HttpHostOptions>, 'upgrade' | 'logger'>,
): ReadonlySet<Duplex> {
  const upgraded = new Set<Duplex>()
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    connections.requested(socket)
    connections.of(socket).upgraded = true
    upgraded.add(socket)
    socket.once('close', () => upgraded.delete(socket))
    socket.on('error', (error) => logger.debug({ err: error }, 'upgraded connection failed'))
    try {
      upgrade(request, socket, head)
    } catch (error) {
      logger.error({ err: error }, 'upgrade failed')
      socket.destroy()
    }
  })
  return upgraded
}

interface FramedConnections {
  open(socket: Duplex, head: Buffer): void
  /** Asks clients to send further requests over other connections, and refuses further upgrades. */
  retire(): void
}

interface FramedParts {
  readonly limits: HttpLimits
  readonly logger: Logger
  readonly connections: Connections
  readonly requests: RequestServer
}

function openFramedConnections({ limits, logger, connections, requests }: FramedParts): FramedConnections {
  const open = new Set<FramedConnection>()
  const unsent = openUnsentResponses(limits.unsentBytesMax)
  let isRetired = false
  return {
    open(socket, head) {
      if (isRetired || open.size >= limits.framedConnectionsMax || !(socket instanceof Socket)) {
        return refuseUpgrade(socket, '503 Service Unavailable', { headers: { 'retry-after': '1' } })
      }
      const connection = serveFrames({
        socket,
        head,
        limits,
        unsent,
        logger,
        serve(request, response) {
          if (connections.of(socket).outdated) connection.retire()
          return requests.serveFramed(request, response)
        },
      })
      open.add(connection)
      socket.once('close', () => open.delete(connection))
    },
    retire() {
      isRetired = true
      for (const connection of open) connection.retire()
    },
  }
}

async function listen(server: Server, options: HttpHostOptions): Promise<void> {
  const { host, port, logger } = options
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen({ host, port }, resolve)
  try {
    await promise
  } catch (error) {
    throw new ListenError(describeListenError(error, options), { cause: error })
  }
  server.off('error', reject)
  server.on('error', (error) => logger.error({ err: error }, 'listener failed'))
}

function describeListenError(error: unknown, { host, port, portVariable }: HttpHostOptions): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const remedy = portVariable === undefined ? 'use another one' : `set ${portVariable} to another one`
  if (code === 'EADDRINUSE') return `port ${port} is in use: ${remedy}`
  if (code === 'EACCES') return `port ${port} is reserved for the system: ${remedy}`
  return `cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : String(error)}`
}
