import { setImmediate } from 'node:timers/promises'
import type { Exchange } from './exchange.ts'
import type { HttpLimits } from './http-limits.ts'
import { HttpRefusal } from './http-problem.ts'
import { parseTarget } from './request-target.ts'
import { overloaded, type RequestsInFlight } from './requests-in-flight.ts'
import { AdmitRefusal, type HttpResponse } from './route.ts'
import type { HttpRouter, RouteMatch } from './router.ts'
import { discard } from './send-response.ts'

interface ProduceParts {
  readonly router: HttpRouter
  readonly limits: HttpLimits
  readonly inFlight: RequestsInFlight
}

/**
 * The response of the request's route: `admit`, then the body, then `handle`.
 *
 * Throws what the route throws, and `HttpRefusal` for a request that reaches no route and for a
 * response that takes too long; the time in which the body arrives does not count.
 */
export async function produceResponse(exchange: Exchange, parts: ProduceParts): Promise<HttpResponse> {
  const { router, limits, inFlight } = parts
  const { incoming, method } = exchange
  const target = parseTarget(incoming, limits.urlBytesMax)
  if (method === 'OPTIONS' && target.path === '*') return { status: 204 }
  const matched = matchOrOptions(router, method, target.path)
  if ('response' in matched) return matched.response
  const { route, params } = matched
  exchange.routeTo(target, route.path, params)
  const admission = route.admit?.(exchange)
  const context = admission instanceof Promise ? await inTime(admission, exchange, limits, discardRefusal) : admission
  if (context instanceof AdmitRefusal) return context.response
  if (mayHaveBody(method) && exchange.hasBody) {
    const waits = !incoming.complete && inFlight.awaitBody(exchange)
    if (!waits && !incoming.complete && !(await hasArrived(exchange))) throw overloaded()
    exchange.body = await readBody(exchange, route.bodyBytesMax ?? limits.bodyBytesMax)
    exchange.bodyConsumed = true
    if (waits) inFlight.startHandling(exchange)
  }
  const response = route.handle(exchange, context)
  return response instanceof Promise ? inTime(response, exchange, limits, discard) : response
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

function discardRefusal(admission: unknown): void {
  if (admission instanceof AdmitRefusal) discard(admission.response)
}

/**
 * The result of `work`; after `responseTimeoutMs` the exchange is aborted and this rejects with
 * `HttpRefusal` 503 `ANSWER_TIMEOUT`.
 */
function inTime<Result>(
  work: Promise<Result>,
  exchange: Exchange,
  { responseTimeoutMs }: HttpLimits,
  onLate: (result: Result) => void,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  let late = false
  const timer = setTimeout(() => {
    late = true
    exchange.abort(new Error('the response took too long'))
    reject(new HttpRefusal(503, 'ANSWER_TIMEOUT', 'The response took too long', { 'retry-after': '5' }))
  }, responseTimeoutMs)
  work.then(
    (result) => {
      clearTimeout(timer)
      if (late) onLate(result)
      else resolve(result)
    },
    (error: unknown) => {
      clearTimeout(timer)
      reject(error)
    },
  )
  return promise
}

/** The bodies of other methods are not read. */
function mayHaveBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
}

/** Whether the body has arrived once everything sent together with the headers is read. */
async function hasArrived({ incoming }: Exchange): Promise<boolean> {
  await setImmediate()
  return incoming.complete
}

/**
 * The body of a request. Sends `100 Continue` when the client expects it.
 *
 * Throws `HttpRefusal`: 413 `BODY_TOO_LARGE` as soon as that is known, 415 for a compressed body,
 * 400 when the client disconnected half-way.
 */
async function readBody(exchange: Exchange, bytesMax: number): Promise<Buffer> {
  const { incoming, outgoing, headers, expectsContinue } = exchange
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') {
    const accept = { 'accept-encoding': 'identity' }
    throw new HttpRefusal(415, 'BODY_ENCODING_UNSUPPORTED', 'The body must not be compressed', accept)
  }
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
  incoming.once('end', () => {
    ended = true
    const [first] = chunks
    resolve(first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks, bytes))
  })
  incoming.once('error', onGone)
  incoming.once('close', onGone)
  return promise
}

function tooLarge(bytesMax: number): HttpRefusal {
  const exceeded = { limit: 'bodyBytes', max: bytesMax }
  return new HttpRefusal(413, 'BODY_TOO_LARGE', `The body must be at most ${bytesMax} bytes long`, {}, exceeded)
}
