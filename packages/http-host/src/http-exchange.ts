import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Logger } from '@travel-rule/service/logger'
import type { Metrics } from '@travel-rule/service/metrics'
import { connectionOf } from './connections.ts'
import { type HttpAnswer, ignoreErrors, sendAnswer } from './http-answer.ts'
import { hasBody } from './http-body.ts'
import { Exchange } from './http-exchange-state.ts'
import type { HttpLimits } from './http-limits.ts'
import { HttpRefusal, type ProblemRenderer } from './http-problem.ts'
import type { HttpRouter } from './http-router.ts'
import { lingerAfter, skipShortBody } from './linger.ts'
import { produceAnswer } from './produce-answer.ts'
import { openRequestSlots, type RequestSlots } from './request-slots.ts'
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
  const slots = openRequestSlots(options.limits)
  const parts: ExchangeParts = { ...options, slots }
  let draining = false
  let drained: (() => void) | undefined

  async function run(exchange: Exchange): Promise<void> {
    const { request, response, connection } = exchange
    underWay.add(exchange)
    connection.exchanges += 1
    connection.latest = exchange
    response.on('error', (error) => options.logger.debug({ err: error }, 'a client went away'))
    try {
      slots.answer(exchange)
      const answer = await produceAnswer(exchange, parts)
      if (answer.longLived === true) {
        slots.leave(exchange)
        longLived.add(exchange)
        if (draining) exchange.abort(stopping())
      }
      await send(exchange, answer, parts, draining)
    } catch (error) {
      await sendProblem(exchange, error, parts, draining)
    } finally {
      if (!request.complete) request.destroy()
      slots.leave(exchange)
      connection.exchanges -= 1
      if (connection.exchanges === 0) connection.latest = undefined
      observe(exchange, options)
      underWay.delete(exchange)
      longLived.delete(exchange)
      if (underWay.size() === 0) drained?.()
    }
  }

  return {
    run(request, response, expectsContinue) {
      void run(new Exchange(request, response, connectionOf(request.socket), expectsContinue))
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

interface ExchangeParts extends HttpExchangeOptions {
  readonly slots: RequestSlots
}

async function send(
  exchange: Exchange,
  answer: HttpAnswer,
  { limits, slots }: ExchangeParts,
  close: boolean,
): Promise<void> {
  if (!exchange.bodyRead && hasBody(exchange.request)) {
    // From here on it is the client that is waited for, and not for long; the stream may fail meanwhile.
    slots.leave(exchange)
    if (answer.body instanceof Readable) ignoreErrors(answer.body)
    if (!(await skipShortBody(exchange, limits))) return lingerAfter(exchange, answer, limits)
  }
  await sendAnswer(exchange, answer, { close, writeIdleMs: limits.writeIdleMs })
}

async function sendProblem(
  exchange: Exchange,
  error: unknown,
  options: ExchangeParts,
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
  const { status, code, message, headers, exceeded } = refusal ?? internal()
  try {
    const answer = options.render({
      status,
      code,
      message,
      ...exceeded,
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

function observe(exchange: Exchange, { metrics, logger }: HttpExchangeOptions): void {
  const { request, response, route, startedAtMs } = exchange
  const seconds = (performance.now() - startedAtMs) / 1_000
  const { statusCode } = response
  metrics?.observeRequest({ method: request.method ?? '', route: route ?? 'none', status: statusCode, seconds })
  if (!logger.isLevelEnabled('debug')) return
  logger.debug({ requestId: exchange.id, method: request.method, route, status: statusCode, seconds }, 'answered')
}
