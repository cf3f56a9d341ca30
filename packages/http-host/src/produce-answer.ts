import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { AbortNotice } from './abort-notice.ts'
import { discard, type HttpAnswer } from './http-answer.ts'
import { hasBody, readBody, takesBody } from './http-body.ts'
import type { Exchange } from './http-exchange-state.ts'
import type { HttpLimits } from './http-limits.ts'
import { HttpRefusal } from './http-problem.ts'
import type { HttpRequest, HttpRouter, RouteMatch } from './http-router.ts'
import { overloaded, type RequestSlots } from './request-slots.ts'
import { parseTarget, type RequestTarget } from './request-target.ts'

/**
 * The answer of the route that a request asks for.
 *
 * Throws what the route throws, and `HttpRefusal` for what never reaches a route and for an answer that takes too long. The time in which the
 * body comes is none of the answer's: whoever accepts connections bounds it.
 */
export async function produceAnswer(exchange: Exchange, options: ProduceOptions): Promise<HttpAnswer> {
  const { router, limits, slots } = options
  const { request, response, expectsContinue } = exchange
  const method = request.method ?? ''
  const target = parseTarget(request, limits.urlBytesMax)
  const { path } = target
  if (method === 'OPTIONS' && path === '*') return { status: 204 }
  const matched = matchOrOptions(router, method, path)
  if ('answer' in matched) return matched.answer
  const { route, params } = matched
  exchange.route = route.path
  const head = new RoutedRequest(exchange, target, params)
  const admitted = route.admit?.(head)
  const early = admitted instanceof Promise ? await inTime(admitted, exchange, limits) : admitted
  if (early !== undefined) return early
  if (takesBody(method) && hasBody(request)) {
    const waits = !request.complete && slots.awaitBody(exchange)
    if (!waits && !request.complete && !(await isThere(request))) throw overloaded()
    const bytesMax = route.bodyBytesMax ?? limits.bodyBytesMax
    head.body = await readBody(request, response, { bytesMax, expectsContinue })
    exchange.bodyRead = true
    if (waits) slots.answer(exchange)
  }
  const answer = route.handle(head)
  return answer instanceof Promise ? inTime(answer, exchange, limits) : answer
}

interface ProduceOptions {
  readonly router: HttpRouter
  readonly limits: HttpLimits
  readonly slots: RequestSlots
}

/** Whether all of a request has come, once everything is read that came in one piece with its headers. */
async function isThere(request: IncomingMessage): Promise<boolean> {
  await setImmediate()
  return request.complete
}

/** The same within the time for an answer; after that the exchange is aborted and this rejects with `HttpRefusal` 503 `ANSWER_TIMEOUT`. */
function inTime<Answer extends HttpAnswer | undefined>(
  work: Promise<Answer>,
  exchange: Exchange,
  { answerTimeoutMs }: HttpLimits,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  let late = false
  const timer = setTimeout(() => {
    late = true
    exchange.abort(new Error('the answer took too long'))
    reject(new HttpRefusal(503, 'ANSWER_TIMEOUT', 'The answer took too long', { 'retry-after': '5' }))
  }, answerTimeoutMs)
  work.then(
    (answer) => {
      clearTimeout(timer)
      if (late && answer !== undefined) discard(answer)
      else resolve(answer)
    },
    (error: unknown) => {
      clearTimeout(timer)
      reject(error)
    },
  )
  return promise
}

const NO_BODY = Buffer.alloc(0)

/** What costs something is made when a route asks for it. Getters of a class: those of a literal would give each request a shape of its own. */
class RoutedRequest implements HttpRequest {
  readonly method: string
  readonly path: string
  readonly params: HttpRequest['params']
  readonly headers: HttpRequest['headers']
  body: Buffer = NO_BODY
  readonly #exchange: Exchange
  readonly #target: RequestTarget

  constructor(exchange: Exchange, target: RequestTarget, params: HttpRequest['params']) {
    const { request } = exchange
    this.method = request.method ?? ''
    this.path = target.path
    this.params = params
    this.headers = request.headers
    this.#exchange = exchange
    this.#target = target
  }

  get url(): URL {
    return this.#target.url
  }

  get id(): string {
    return this.#exchange.id
  }

  get connection(): object {
    return this.#exchange.request.socket
  }

  get signal(): AbortSignal {
    return this.#exchange.signal
  }

  get left(): AbortNotice {
    return this.#exchange.left
  }

  get remoteAddress(): string {
    return this.#exchange.request.socket.remoteAddress ?? ''
  }
}

function matchOrOptions(
  router: HttpRouter,
  method: string,
  path: string,
): RouteMatch | { readonly answer: HttpAnswer } {
  try {
    return router.match(method, path)
  } catch (error) {
    const optionsWanted = method === 'OPTIONS' && error instanceof HttpRefusal && error.status === 405
    if (!optionsWanted) throw error
    return { answer: { status: 204, headers: error.headers } }
  }
}
