import type { IncomingMessage, ServerResponse } from 'node:http'
import { HttpRefusal } from './http-problem.ts'

/** Whether a body is of any use to the method: of others it is not read. */
export function takesBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
}

/** Whether the request announces a body. */
export function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length']
  return request.headers['transfer-encoding'] !== undefined || (length !== undefined && Number(length) !== 0)
}

/**
 * The whole body of a request, at most `bytesMax` long.
 *
 * Throws `HttpRefusal`: 413 `BODY_TOO_LARGE` as soon as that is known, without reading on; 415 for a compressed body; 400 when the client left
 * half-way. Sends `100 Continue` to a client that waits for it.
 */
export async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  options: { readonly bytesMax: number; readonly expectsContinue: boolean },
): Promise<Buffer> {
  if (!hasBody(request)) return Buffer.alloc(0)
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') {
    const headers = { 'accept-encoding': 'identity' }
    throw new HttpRefusal(415, 'BODY_ENCODING_UNSUPPORTED', 'The body must not be compressed', headers)
  }
  if (Number(request.headers['content-length'] ?? 0) > options.bytesMax) throw tooLarge(options.bytesMax)
  if (options.expectsContinue) response.writeContinue()
  return collect(request, options.bytesMax)
}

function collect(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let bytes = 0
  const take = (chunk: Buffer): void => {
    bytes += chunk.byteLength
    if (bytes <= bytesMax) {
      chunks.push(chunk)
      return
    }
    request.off('data', take)
    request.pause()
    reject(tooLarge(bytesMax))
  }
  let ended = false
  const gone = (): void => {
    if (!ended) reject(new HttpRefusal(400, 'BODY_INCOMPLETE', 'The request ended before its body did'))
  }
  request.on('data', take)
  request.once('end', () => {
    ended = true
    const [first] = chunks
    resolve(first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks, bytes))
  })
  request.once('error', gone)
  request.once('close', gone)
  return promise
}

function tooLarge(bytesMax: number): HttpRefusal {
  const exceeded = { limit: 'bodyBytes', max: bytesMax }
  return new HttpRefusal(413, 'BODY_TOO_LARGE', `The body must be at most ${bytesMax} bytes long`, {}, exceeded)
}
