import type { IncomingMessage, ServerResponse } from 'node:http'
import { type HttpAnswer, sendAnswer } from './http-answer.ts'
import type { HttpLimits } from './http-limits.ts'

/**
 * Sends an answer to a request whose body nobody will read, and closes the connection.
 *
 * Closing at once would reset the connection under a client that is still sending, and it would never see the answer: so what arrives is thrown
 * away for `lingerMs` or `lingerBytesMax`, whichever ends first.
 */
export async function lingerAfter(
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  answer: HttpAnswer,
  limits: HttpLimits,
): Promise<void> {
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
  await sendAnswer(response, answer, { close: true, writeIdleMs: limits.writeIdleMs, hold: enough })
  clearTimeout(timer)
  request.off('data', count)
}
