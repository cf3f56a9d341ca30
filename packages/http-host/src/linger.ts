import { type HttpAnswer, sendAnswer } from './http-answer.ts'
import type { Exchange } from './http-exchange-state.ts'
import type { HttpLimits } from './http-limits.ts'

/**
 * Sends an answer to a request whose body nobody will read, and closes the connection.
 *
 * Closing at once would reset the connection under a client that is still sending, and it would never see the answer: so what arrives is thrown
 * away for `lingerMs` or `lingerBytesMax`, whichever ends first.
 */
export async function lingerAfter(exchange: Exchange, answer: HttpAnswer, limits: HttpLimits): Promise<void> {
  const { request } = exchange
  const { promise: enough, resolve } = Promise.withResolvers<void>()
  let bytes = 0
  const timer = setTimeout(resolve, limits.lingerMs)
  const count = (chunk: Buffer): void => {
    bytes += chunk.byteLength
    if (bytes > limits.lingerBytesMax) resolve()
  }
  request.on('data', count)
  request.once('end', resolve)
  request.once('close', resolve)
  request.once('error', () => resolve())
  request.resume()
  await sendAnswer(exchange, answer, { close: true, writeIdleMs: limits.writeIdleMs, hold: enough })
  clearTimeout(timer)
  request.off('data', count)
}

/** A body announced to be this short has mostly come with its headers. */
const shortBodyBytesMax = 16_384

/**
 * Throws a short body away that nobody will read, so that its connection can be used again: a refusal is then as cheap as an answer.
 *
 * `false` when it is not announced as short, the client still waits to send it, or it does not come within `lingerMs`.
 */
export async function skipShortBody(exchange: Exchange, limits: HttpLimits): Promise<boolean> {
  const { request, expectsContinue } = exchange
  const length = Number(request.headers['content-length'])
  if (expectsContinue || !(length <= shortBodyBytesMax) || request.destroyed) return false
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), limits.lingerMs)
  const cut = () => resolve(false)
  request.once('end', () => resolve(true))
  request.once('close', cut)
  request.once('error', cut)
  request.resume()
  const skipped = await promise
  clearTimeout(timer)
  exchange.bodyRead = skipped
  return skipped
}
