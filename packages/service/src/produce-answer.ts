import type { IncomingMessage, ServerResponse } from 'node:http'
import { discard, type HttpAnswer } from './http-answer.ts'
import { readBody } from './http-body.ts'
import type { HttpLimits } from './http-limits.ts'
import { HttpRefusal } from './http-problem.ts'
import type { HttpRequestHead, HttpRouter, RouteMatch } from './http-router.ts'
import { parseTarget } from './request-target.ts'

/** One request and all that is known about it so far. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly abort: AbortController
  readonly id: string
  readonly expectsContinue: boolean
  readonly startedAtMs: number
  route?: string
  bodyRead: boolean
}

/**
 * The answer of the route that a request asks for.
 *
 * Throws what the route throws, and `HttpRefusal` for what never reaches a route and for an answer that takes too long.
 */
export async function produceAnswer(
  exchange: Exchange,
  options: { readonly router: HttpRouter; readonly limits: HttpLimits },
): Promise<HttpAnswer> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    exchange.abort.abort(new Error('the answer took too long'))
    reject(new HttpRefusal(503, 'ANSWER_TIMEOUT', 'The answer took too long', { 'retry-after': '5' }))
  }, options.limits.answerTimeoutMs)
  const answering = produce(exchange, options)
  try {
    return await Promise.race([answering, late])
  } catch (error) {
    answering.then(discard, () => undefined)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

async function produce(
  exchange: Exchange,
  { router, limits }: { readonly router: HttpRouter; readonly limits: HttpLimits },
): Promise<HttpAnswer> {
  const { request, response, expectsContinue } = exchange
  const method = request.method ?? ''
  const { path, url } = parseTarget(request, limits.urlBytesMax)
  if (method === 'OPTIONS' && path === '*') return { status: 204 }
  const matched = matchOrOptions(router, method, path)
  if ('answer' in matched) return matched.answer
  const { route, params } = matched
  exchange.route = route.path
  const head: HttpRequestHead = {
    method,
    path,
    url,
    params,
    headers: request.headers,
    signal: exchange.abort.signal,
    remoteAddress: request.socket.remoteAddress ?? '',
    id: exchange.id,
  }
  const early = await route.admit?.(head)
  if (early !== undefined) return early
  const bytesMax = route.bodyBytesMax ?? limits.bodyBytesMax
  const body = await readBody(request, response, { bytesMax, expectsContinue })
  exchange.bodyRead = true
  return route.handle(Object.assign(head, { body }))
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
