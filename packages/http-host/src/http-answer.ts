import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Exchange } from './http-exchange-state.ts'

/** What a route answers. A `Readable` is sent as it comes, and destroyed when the client leaves. */
export interface HttpAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** Pieces are sent one after the other, as one body. */
  readonly body?: string | Uint8Array | readonly Uint8Array[] | Readable
  /**
   * For a stream that ends when the client says so: it is none of the requests that are limited in number, its route limits it, and a host
   * that is being closed cuts it at once.
   */
  readonly longLived?: boolean
}

/**
 * Sends an answer; resolves when it is sent or the client is gone.
 *
 * Adds `cache-control: no-store` and `x-content-type-options: nosniff` where the answer does not say otherwise. Throws before anything
 * was sent when a header or the status is none; a body that fails half-way ends the connection and rejects. With `hold` the answer is
 * complete for the client at once, but its end, and with it the closing of the connection, waits.
 */
export async function sendAnswer(
  { response, closed }: Pick<Exchange, 'response' | 'closed'>,
  answer: HttpAnswer,
  options: { readonly close: boolean; readonly writeIdleMs: number; readonly hold?: Promise<void> },
): Promise<void> {
  if (response.destroyed) return discard(answer)
  const { body } = answer
  const streamed = body instanceof Readable && response.req.method !== 'HEAD'
  try {
    writeHead(response, answer, options.close, streamed ? undefined : lengthOf(body))
  } catch (error) {
    discard(answer)
    throw error
  }
  if (streamed) {
    response.setTimeout(options.writeIdleMs, () => response.destroy())
    return pipeline(body, response)
  }
  discard(answer)
  const bodiless = body instanceof Readable || body === undefined || isBodiless(answer.status)
  const sent = sendWhole(response, bodiless ? '' : body, options)
  if (sent !== undefined) await sent
  return closed
}

/** Frees what an answer holds that nobody will read. */
export function discard({ body }: HttpAnswer): void {
  if (body instanceof Readable) ignoreErrors(body).destroy()
}

/** An error of a stream that nobody listens to ends the process, and some streams tell with one that they were not read to their end. */
export function ignoreErrors(body: Readable): Readable {
  return body.on('error', () => undefined)
}

/** All headers at once, which is far cheaper than one after the other. */
function writeHead(response: ServerResponse, answer: HttpAnswer, close: boolean, length: number | undefined): void {
  const status = checkedStatus(answer.status)
  const given = answer.headers ?? {}
  const headers: (string | string[])[] = []
  let hasCaching = false
  let hasSniffing = false
  let hasLength = length === undefined || isBodiless(status)
  for (const name in given) {
    const value = given[name]
    if (value === undefined) continue
    const lower = name.toLowerCase()
    if (lower === 'cache-control') hasCaching = true
    else if (lower === 'x-content-type-options') hasSniffing = true
    else if (lower === 'content-length') hasLength = true
    headers.push(name, typeof value === 'string' ? value : [...value])
  }
  if (!hasCaching) headers.push('cache-control', 'no-store')
  if (!hasSniffing) headers.push('x-content-type-options', 'nosniff')
  if (!hasLength) headers.push('content-length', String(length))
  if (close) headers.push('connection', 'close')
  response.writeHead(status, headers as string[])
}

function lengthOf(body: HttpAnswer['body']): number | undefined {
  if (typeof body === 'string') return Buffer.byteLength(body)
  if (body instanceof Readable) return undefined
  return isPieces(body) ? body.reduce((sum, piece) => sum + piece.byteLength, 0) : (body?.byteLength ?? 0)
}

function isPieces(body: HttpAnswer['body']): body is readonly Uint8Array[] {
  return Array.isArray(body)
}

function isBodiless(status: number): boolean {
  return status === 204 || status === 304
}

/** Bytes up to this length go out in one piece with the headers; copying longer ones costs more than a second piece. */
const joinedBytesMax = 16_384

function sendWhole(
  response: ServerResponse,
  body: string | Uint8Array | readonly Uint8Array[],
  { hold, writeIdleMs }: { readonly hold?: Promise<void>; readonly writeIdleMs: number },
): Promise<void> | undefined {
  if (hold !== undefined) {
    response.setTimeout(writeIdleMs, () => response.destroy())
    response.flushHeaders()
    for (const piece of isPieces(body) ? body : [body]) if (piece.length > 0) response.write(piece)
    return hold.then(() => void response.end())
  }
  const whole = isPieces(body) && body.length === 1 ? (body[0] ?? '') : body
  if (isPieces(whole)) endWith(response, whole)
  else if (typeof whole === 'string' || whole.byteLength > joinedBytesMax) response.end(whole)
  else response.end(Buffer.from(whole.buffer, whole.byteOffset, whole.byteLength).toString('latin1'), 'latin1')
  // What the network took at once needs nobody to watch it.
  if (response.writableLength > 0 || (response.socket?.writableLength ?? 0) > 0) {
    response.setTimeout(writeIdleMs, () => response.destroy())
  }
  return undefined
}

function endWith(response: ServerResponse, pieces: readonly Uint8Array[]): void {
  response.cork()
  for (const piece of pieces) response.write(piece)
  response.end()
  response.uncork()
}

function checkedStatus(status: number): number {
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new RangeError(`${status} is no status to answer`)
  return status
}
