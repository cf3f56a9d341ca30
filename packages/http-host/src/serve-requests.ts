import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Logger } from '@travel-rule/service/logger'
import type { Metrics } from '@travel-rule/service/metrics'
import type { Connections } from './connections.ts'
import { Exchange } from './exchange.ts'
import type { HttpLimits } from './http-limits.ts'
import { HttpRefusal, type ProblemRenderer } from './http-problem.ts'
import { produceResponse } from './produce-response.ts'
import { openRequestsInFlight, type RequestsInFlight } from './requests-in-flight.ts'
import type { HttpResponse } from './route.ts'
import type { HttpRouter } from './router.ts'
import { drainShortBody, ignoreErrors, sendResponse, sendThenLinger } from './send-response.ts'

export interface RequestServerOptions {
  readonly router: HttpRouter
  readonly connections: Connections
  readonly limits: HttpLimits
  readonly logger: Logger
  readonly metrics: Metrics | undefined
  readonly render: ProblemRenderer
}

export interface RequestServer {
  /** Serves one request; never throws. */
  serve(incoming: IncomingMessage, outgoing: ServerResponse, expectsContinue: boolean): void
  /**
   * Makes responses close their connection from now on. Resolves when no request is in flight;
   * after `waitMs` the remaining ones are aborted.
   */
  drain(waitMs: number): Promise<void>
}

/** Serves the requests of one host: routes them, sends their responses, counts and logs them. */
export function openRequestServer(options: RequestServerOptions): RequestServer {
  const inFlight = openRequestsInFlight(options.limits)
  const longLived = new Set<Exchange>()
  const parts: ServeParts = { ...options, inFlight }
  let draining = false
  let onIdle: (() => void) | undefined

  async function serve(exchange: Exchange): Promise<void> {
    const { incoming, outgoing, connection } = exchange
    inFlight.add(exchange)
    connection.requestsInFlight += 1
    connection.latest = exchange
    outgoing.on('error', (error) => options.logger.debug({ err: error }, 'client disconnected'))
    try {
      inFlight.startHandling(exchange)
      const response = await produceResponse(exchange, parts)
      if (response.longLived === true) {
        inFlight.releaseSlot(exchange)
        longLived.add(exchange)
        if (draining) exchange.abort(stopping())
      }
      await send(exchange, response, parts, draining)
    } catch (error) {
      await sendProblem(exchange, error, parts, draining)
    } finally {
      if (!incoming.complete) incoming.destroy()
      inFlight.releaseSlot(exchange)
      connection.requestsInFlight -= 1
      if (connection.requestsInFlight === 0) connection.latest = undefined
      observe(exchange, options)
      inFlight.delete(exchange)
      longLived.delete(exchange)
      if (inFlight.size() === 0) onIdle?.()
    }
  }

  return {
    serve(incoming, outgoing, expectsContinue) {
      const connection = options.connections.of(incoming.socket)
      void serve(new Exchange(incoming, outgoing, connection, expectsContinue))
    },
    async drain(waitMs) {
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

interface ServeParts extends RequestServerOptions {
  readonly inFlight: RequestsInFlight
}

async function send(
  exchange: Exchange,
  response: HttpResponse,
  { limits, inFlight }: ServeParts,
  close: boolean,
): Promise<void> {
  if (!exchange.bodyConsumed && exchange.hasBody) {
    // From here on we wait for the client, and not for long; the stream may fail meanwhile.
    inFlight.releaseSlot(exchange)
    if (response.body instanceof Readable) ignoreErrors(response.body)
    if (!(await drainShortBody(exchange, limits))) return sendThenLinger(exchange, response, limits)
  }
  await sendResponse(exchange, response, { close, writeIdleMs: limits.writeIdleMs })
}

async function sendProblem(exchange: Exchange, error: unknown, parts: ServeParts, draining: boolean): Promise<void> {
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
    const close = draining || UNTRUSTED.has(status)
    await send(exchange, { ...response, status, headers: { ...response.headers, ...headers } }, parts, close)
  } catch (failure) {
    logger.error({ err: failure, requestId: exchange.id }, 'error response could not be sent')
    outgoing.destroy()
  }
}

/** After these nothing more is read from the client. */
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
