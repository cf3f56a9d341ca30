import type { IncomingMessage, ServerResponse } from 'node:http'
import { type HttpAnswer, sendAnswer } from './http-answer.ts'
import { hasBody } from './http-body.ts'
import { Exchange } from './http-exchange-state.ts'
import type { HttpLimits } from './http-limits.ts'
import { HttpRefusal, type ProblemRenderer } from './http-problem.ts'
import type { HttpRouter } from './http-router.ts'
import { lingerAfter, skipShortBody } from './linger.ts'
import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'
import { produceAnswer } from './produce-answer.ts'
import { openUnderWay } from './under-way.ts'

export interface HttpExchangeOptions {
  readonly router: HttpRouter
  readonly limits: HttpLimits
  readonly logger: Logger
  readonly metrics: Metrics | undefined
  readonly render: ProblemRenderer
}

/** The requests under way on one host. */
export interface HttpExchanges {
  /** Answers one request; never throws. */
  run(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void
  /** From now on answers close their connection. Resolves when nothing is under way, or after `waitMs` with the rest aborted. */
  drain(waitMs: number): Promise<void>
}

/** Runs requests of one host from their first header to the end of their answer. */
export function openExchanges(options: HttpExchangeOptions): HttpExchanges {
  const underWay = openUnderWay<Exchange>()
  const longLived = new Set<Exchange>()
  let draining = false
  let drained: (() => void) | undefined

  async function run(exchange: Exchange): Promise<void> {
    const { request, response } = exchange
    underWay.add(exchange)
    response.on('error', (error) => options.logger.debug({ err: error }, 'a client went away'))
    try {
      if (underWay.size() - longLived.size > options.limits.requestsInFlightMax) throw overloaded()
      const answer = await produceAnswer(exchange, options)
      if (answer.longLived === true) {
        longLived.add(exchange)
        if (draining) exchange.abort(stopping())
      }
      await send(exchange, answer, options, draining)
    } catch (error) {
      await sendProblem(exchange, error, options, draining)
    } finally {
      if (!request.complete) request.destroy()
      observe(exchange, options)
      underWay.delete(exchange)
      longLived.delete(exchange)
      if (underWay.size() === 0) drained?.()
    }
  }

  return {
    run(request, response, expectsContinue) {
      void run(new Exchange(request, response, expectsContinue))
    },
    async drain(waitMs) {
      draining = true
      for (const exchange of longLived) {
        exchange.abort(stopping())
        exchange.response.destroy()
      }
      if (underWay.size() === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, waitMs)
      drained = resolve
      await promise
      clearTimeout(timer)
      for (const exchange of underWay.all()) exchange.abort(stopping())
    },
  }
}

async function send(
  exchange: Exchange,
  answer: HttpAnswer,
  { limits }: HttpExchangeOptions,
  close: boolean,
): Promise<void> {
  const unread = !exchange.bodyRead && hasBody(exchange.request)
  if (unread && !(await skipShortBody(exchange, limits))) return lingerAfter(exchange, answer, limits)
  await sendAnswer(exchange, answer, { close, writeIdleMs: limits.writeIdleMs })
}

async function sendProblem(
  exchange: Exchange,
  error: unknown,
  options: HttpExchangeOptions,
  draining: boolean,
): Promise<void> {
  const { response } = exchange
  const refusal = error instanceof HttpRefusal ? error : undefined
  if (refusal === undefined && !exchange.aborted) {
    options.logger.error({ err: error, requestId: exchange.id, route: exchange.route }, 'a request failed')
  }
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const { status, code, message, headers } = refusal ?? internal()
  try {
    const answer = options.render({
      status,
      code,
      message,
      id: exchange.id,
      headers,
      request: exchange.request.headers,
    })
    const close = draining || UNTRUSTED.has(status)
    await send(exchange, { ...answer, status, headers: { ...answer.headers, ...headers } }, options, close)
  } catch (failure) {
    options.logger.error({ err: failure, requestId: exchange.id }, 'a problem could not be answered')
    response.destroy()
  }
}

/** After these nothing more is read from the client. */
const UNTRUSTED: ReadonlySet<number> = new Set([400, 414])

function internal(): HttpRefusal {
  return new HttpRefusal(500, 'INTERNAL_SERVER_ERROR', 'Internal server error')
}

function stopping(): Error {
  return new Error('the service is stopping')
}

function overloaded(): HttpRefusal {
  return new HttpRefusal(503, 'OVERLOADED', 'Too many requests at the same time', { 'retry-after': '1' })
}

function observe(exchange: Exchange, { metrics, logger }: HttpExchangeOptions): void {
  const { request, response, route, startedAtMs } = exchange
  const seconds = (performance.now() - startedAtMs) / 1_000
  const { statusCode } = response
  metrics?.observeRequest({ method: request.method ?? '', route: route ?? 'none', status: statusCode, seconds })
  if (!logger.isLevelEnabled('debug')) return
  logger.debug({ requestId: exchange.id, method: request.method, route, status: statusCode, seconds }, 'answered')
}
