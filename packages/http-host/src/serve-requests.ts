import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Logger } from '@travel-rule/service/logger'
import type { Metrics } from '@travel-rule/service/metrics'
import type { ClientAddresses } from './client-address.ts'
import type { ClientCertificates } from './client-certificate.ts'
import { type Connection, type Connections, connectionSlot } from './connections.ts'
import {
  Exchange,
  type HttpExchange,
  isHttp,
  openRequestsInFlight,
  overloaded,
  type RequestsInFlight,
} from './exchange.ts'
import { type FramedRequest, FramedResponse } from './framed-exchange.ts'
import type { HttpLimits } from './http-limits.ts'
import { HttpRefusal, type ProblemRenderer } from './http-problem.ts'
import { AdmitRefusal, type HttpResponse } from './route.ts'
import { type HttpRouter, parseTarget, type RouteMatch } from './router.ts'
import { discard, drainShortBody, ignoreErrors, sendResponse, sendThenLinger } from './send-response.ts'

export interface RequestServerOptions {
  readonly router: HttpRouter
  readonly connections: Connections
  readonly clientAddresses: ClientAddresses
  readonly clientCertificates: ClientCertificates
  readonly limits: HttpLimits
  readonly logger: Logger
  readonly metrics: Metrics | undefined
  readonly render: ProblemRenderer
  /** Protocol that each response over HTTP/1.1 offers for an upgrade (RFC 9110, section 7.8 "Upgrade"). */
  readonly offeredUpgrade: string | undefined
}

export interface RequestServer {
  /** Serves one request; never throws. */
  serve(incoming: IncomingMessage, outgoing: ServerResponse, expectsContinue: boolean): void
  /** Serves a request that arrived in a frame; resolves when its handler has ended. Never rejects. */
  serveFramed(incoming: FramedRequest, outgoing: FramedResponse): Promise<void>
  /** From now on, makes responses close their connection. */
  retire(): void
  /**
   * Retires, and ends long-lived responses. Resolves when no request is in flight; after `waitMs` the remaining
   * requests are aborted.
   */
  drain(waitMs: number): Promise<void>
}

/** Serves the requests of one host: routes them, sends their responses, counts and logs them. */
export function openRequestServer(options: RequestServerOptions): RequestServer {
  const inFlight = openRequestsInFlight(options.limits)
  const longLived = new Set<Exchange>()
  const parts: ServeParts = { ...options, inFlight }
  let retired = false
  let draining = false
  let onIdle: (() => void) | undefined

  async function serve(exchange: Exchange): Promise<void> {
    const { incoming, outgoing, connection } = exchange
    inFlight.add(exchange)
    outgoing.on('error', (error) => options.logger.debug({ err: error }, 'client disconnected'))
    try {
      inFlight.startHandling(exchange)
      const response = await respondInTime(exchange, parts)
      if (response.longLived === true) {
        inFlight.releaseSlot(exchange)
        longLived.add(exchange)
        if (draining) exchange.abort(stopping())
      }
      await send(exchange, response, parts, retired || connection.outdated)
    } catch (error) {
      await sendProblem(exchange, error, parts, retired || connection.outdated)
    } finally {
      if (!incoming.complete) incoming.destroy()
      inFlight.releaseSlot(exchange)
      observe(exchange, options)
      inFlight.delete(exchange)
      longLived.delete(exchange)
      const next = isHttp(exchange) ? nextOf(connection) : undefined
      if (next !== undefined) void serve(next)
      else if (inFlight.size() === 0) onIdle?.()
    }
  }

  return {
    serve(incoming, outgoing, expectsContinue) {
      const { connections, clientAddresses, clientCertificates, limits } = options
      const { socket } = incoming
      // Includes the requests that arrived together with the one too many.
      if (socket.destroyed) return
      connections.requested(socket)
      const connection = connections.of(socket)
      const client = { connection, clientAddresses, clientCertificates }
      const exchange = new Exchange({ incoming, outgoing, ...client, expectsContinue })
      connection.requestsInFlight += 1
      connection.latest = exchange
      if (connection.requestsInFlight === 1) void serve(exchange)
      else if (!wait(exchange, limits)) connections.close(socket)
    },
    serveFramed(incoming, outgoing) {
      const { connections, clientAddresses, clientCertificates } = options
      const connection = connections.of(incoming.socket)
      const client = { connection, clientAddresses, clientCertificates }
      return serve(new Exchange({ incoming, outgoing, ...client, expectsContinue: false }))
    },
    retire() {
      retired = true
    },
    async drain(waitMs) {
      retired = true
      draining = true
      for (const exchange of longLived) {
        exchange.abort(stopping())
        exchange.outgoing.destroy()
      }
      if (inFlight.size() === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, waitMs)
      onIdle = resolve
      await promise
      clearTimeout(timer)
      for (const exchange of inFlight.all()) exchange.abort(stopping())
    },
  }
}

/** Requests that a client has pipelined. They wait, since responses must be sent in order. */
const pipelined = connectionSlot<Exchange[]>(() => [])

/** Queues a request behind an earlier one on the same connection. Returns false when too many are waiting. */
function wait(exchange: Exchange, { requestsPipelinedMax }: HttpLimits): boolean {
  const waiting = pipelined.of(exchange.connection)
  if (waiting.length >= requestsPipelinedMax) return false
  waiting.push(exchange)
  // Reads no more until these are served.
  exchange.incoming.socket.pause()
  return true
}

/** Ends a connection's request in flight; returns the next one to serve. */
function nextOf(connection: Connection): Exchange | undefined {
  connection.requestsInFlight -= 1
  if (connection.requestsInFlight === 0) {
    connection.latest = undefined
    return undefined
  }
  const waiting = pipelined.of(connection)
  const next = waiting.shift()
  const socket = next?.incoming.socket
  if (socket?.writable === true) {
    if (waiting.length === 0) socket.resume()
    return next
  }
  waiting.length = 0
  connection.requestsInFlight = 0
  connection.latest = undefined
  return undefined
}

interface ServeParts extends RequestServerOptions {
  readonly inFlight: RequestsInFlight
}

/**
 * The response of the request's route. Admission and handling may take `responseTimeoutMs` each, without the time that
 * the body takes to arrive; after that, aborts the exchange and rejects with `HttpRefusal` 503 `ANSWER_TIMEOUT`.
 */
function respondInTime(exchange: Exchange, parts: ServeParts): Promise<HttpResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>()
  const timer = setTimeout(() => {
    if (exchange.slot === 'BODY') return
    exchange.late = true
    exchange.abort(new Error('the response took too long'))
    reject(tooLate())
  }, parts.limits.responseTimeoutMs)
  produceResponse(exchange, parts, timer).then(
    (response) => {
      clearTimeout(timer)
      if (exchange.late) discard(response)
      else resolve(response)
    },
    (error: unknown) => {
      clearTimeout(timer)
      reject(error)
    },
  )
  return promise
}

/**
 * The response of the request's route: `admit`, then the body, then `handle`.
 *
 * Throws the errors of the route, and `HttpRefusal` for a request that reaches no route. Restarts `timer` after an
 * admission that waited, and when a body has arrived.
 */
async function produceResponse(exchange: Exchange, parts: ServeParts, timer: NodeJS.Timeout): Promise<HttpResponse> {
  const { router, limits, inFlight } = parts
  const { method } = exchange
  const target = parseTarget(exchange.incoming, limits.urlBytesMax)
  if (method === 'OPTIONS' && target.path === '*') return { status: 204 }
  const matched = matchOrOptions(router, method, target.path)
  if ('response' in matched) return matched.response
  const { route, params } = matched
  exchange.routeTo(target, route.path, params)
  // Anyone who reaches the port may open frames, so only routes that identify their callers serve them.
  if (!isHttp(exchange) && route.admit === undefined) throw notFramed()
  const admission = route.admit?.(exchange)
  const context = admission instanceof Promise ? await admission : admission
  if (context instanceof AdmitRefusal) return context.response
  if (exchange.late) throw tooLate()
  if (admission instanceof Promise) timer.refresh()
  if (!isHttp(exchange)) checkBody(exchange, route.bodyBytesMax ?? limits.bodyBytesMax)
  else if (mayHaveBody(method) && exchange.hasBody) {
    const { incoming } = exchange
    const waits = !incoming.complete && inFlight.awaitBody(exchange)
    if (!waits && !incoming.complete && !(await hasArrived(exchange))) throw overloaded()
    exchange.body = await readBody(exchange, route.bodyBytesMax ?? limits.bodyBytesMax)
    exchange.bodyConsumed = true
    if (waits) {
      inFlight.startHandling(exchange)
      timer.refresh()
    }
    if (exchange.late) throw tooLate()
  }
  return route.handle(exchange, context)
}

function tooLate(): HttpRefusal {
  return new HttpRefusal(503, 'ANSWER_TIMEOUT', 'The response took too long', { 'retry-after': '5' })
}

function notFramed(): HttpRefusal {
  return new HttpRefusal(403, 'FRAMES_NOT_ALLOWED', 'This path is served over HTTP/1.1 only')
}

function matchOrOptions(
  router: HttpRouter,
  method: string,
  path: string,
): RouteMatch | { readonly response: HttpResponse } {
  try {
    return router.match(method, path)
  } catch (error) {
    const isOptions = method === 'OPTIONS' && error instanceof HttpRefusal && error.status === 405
    if (!isOptions) throw error
    return { response: { status: 204, headers: error.headers } }
  }
}

/** The bodies of other methods are not read. */
function mayHaveBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
}

/** True if the body has arrived once everything sent together with the headers is read. */
async function hasArrived({ incoming }: HttpExchange): Promise<boolean> {
  await setImmediate()
  return incoming.complete
}

/**
 * The body of a request. Sends `100 Continue` when the client expects it.
 *
 * Throws `HttpRefusal`: 413 `BODY_TOO_LARGE` as soon as that is known, 415 for a compressed body,
 * 400 when the client disconnected half-way.
 */
async function readBody(exchange: HttpExchange, bytesMax: number): Promise<Buffer> {
  const { incoming, outgoing, headers, expectsContinue } = exchange
  checkEncoding(headers)
  if (Number(headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax)
  if (expectsContinue) outgoing.writeContinue()
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let bytes = 0
  let ended = false
  const collect = (chunk: Buffer): void => {
    bytes += chunk.byteLength
    if (bytes <= bytesMax) {
      chunks.push(chunk)
      return
    }
    incoming.off('data', collect)
    incoming.pause()
    reject(tooLarge(bytesMax))
  }
  const onGone = (): void => {
    if (ended) return
    reject(new HttpRefusal(400, 'BODY_INCOMPLETE', 'The request ended before its body did'))
  }
  incoming.on('data', collect)
  incoming.on('end', () => {
    ended = true
    const [first] = chunks
    resolve(first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks, bytes))
  })
  incoming.on('error', onGone)
  incoming.on('close', onGone)
  return promise
}

/** The checks of `readBody`, for a body that has arrived with its headers. */
function checkBody({ body, headers }: Exchange, bytesMax: number): void {
  checkEncoding(headers)
  if (body.byteLength > bytesMax) throw tooLarge(bytesMax)
}

function checkEncoding({ 'content-encoding': encoding = 'identity' }: IncomingHttpHeaders): void {
  if (encoding.toLowerCase() === 'identity') return
  const accept = { 'accept-encoding': 'identity' }
  throw new HttpRefusal(415, 'BODY_ENCODING_UNSUPPORTED', 'The body must not be compressed', accept)
}

function tooLarge(bytesMax: number): HttpRefusal {
  const exceeded = { limit: 'bodyBytes', max: bytesMax }
  return new HttpRefusal(413, 'BODY_TOO_LARGE', `The body must be at most ${bytesMax} bytes long`, {}, exceeded)
}

/** Not `async`, like `sendResponse`, since most responses need no further promise. May throw or reject. */
function send(exchange: Exchange, response: HttpResponse, parts: ServeParts, close: boolean): Promise<void> {
  if (!isHttp(exchange)) {
    // Unread bytes of a client are limited separately: they must not prevent other requests from being handled.
    if (!(response.body instanceof Readable)) parts.inFlight.releaseSlot(exchange)
    return sendFramed(exchange, response)
  }
  if (!exchange.bodyConsumed && exchange.hasBody) return sendAfterBody(exchange, response, parts, close)
  const { offeredUpgrade, limits } = parts
  return sendResponse(exchange, response, { close, offeredUpgrade, writeIdleMs: limits.writeIdleMs })
}

async function sendAfterBody(
  exchange: HttpExchange,
  response: HttpResponse,
  { limits, inFlight, offeredUpgrade }: ServeParts,
  close: boolean,
): Promise<void> {
  // From here on the host waits for the client, for a limited time. The stream may fail meanwhile.
  inFlight.releaseSlot(exchange)
  if (response.body instanceof Readable) ignoreErrors(response.body)
  if (!(await drainShortBody(exchange, limits))) return sendThenLinger(exchange, response, limits)
  await sendResponse(exchange, response, { close, offeredUpgrade, writeIdleMs: limits.writeIdleMs })
}

async function sendFramed({ outgoing, closed, method }: Exchange, response: HttpResponse): Promise<void> {
  if (!(outgoing instanceof FramedResponse) || outgoing.destroyed) return discard(response)
  try {
    await outgoing.send(response, method)
  } catch (error) {
    discard(response)
    throw error
  }
  return closed
}

async function sendProblem(exchange: Exchange, error: unknown, parts: ServeParts, retired: boolean): Promise<void> {
  const { logger, render } = parts
  const { outgoing, routePath: route } = exchange
  const refusal = error instanceof HttpRefusal ? error : undefined
  if (refusal === undefined && !exchange.abortNotice.aborted) {
    logger.error({ err: error, requestId: exchange.id, route }, 'request failed')
  }
  if (outgoing.headersSent || outgoing.destroyed) {
    outgoing.destroy()
    return
  }
  const { status, code, message, headers, exceeded } = refusal ?? internalError()
  try {
    const { id, headers: request } = exchange
    const response = render({ status, code, message, ...exceeded, id, headers, request })
    const close = retired || UNTRUSTED.has(status)
    await send(exchange, { ...response, status, headers: { ...response.headers, ...headers } }, parts, close)
  } catch (failure) {
    logger.error({ err: failure, requestId: exchange.id }, 'error response could not be sent')
    outgoing.destroy()
  }
}

/** Statuses after which nothing more is read from the client. */
const UNTRUSTED: ReadonlySet<number> = new Set([400, 414])

function internalError(): HttpRefusal {
  return new HttpRefusal(500, 'INTERNAL_SERVER_ERROR', 'Internal server error')
}

function stopping(): Error {
  return new Error('the service is stopping')
}

function observe(exchange: Exchange, { metrics, logger }: RequestServerOptions): void {
  const { method, outgoing, routePath: route, startedAtMs } = exchange
  const seconds = (performance.now() - startedAtMs) / 1_000
  const status = outgoing.statusCode
  metrics?.observeRequest({ method, route: route ?? 'none', status, seconds })
  if (!logger.isLevelEnabled('debug')) return
  logger.debug({ requestId: exchange.id, method, route, status, seconds }, 'request completed')
}
