import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { freeBuffers } from '@travel-rule/frames/free-buffers'
import type { HttpExchange } from './exchange.ts'
import type { HttpLimits } from './http-limits.ts'
import { isBodiless, listHeaders } from './response-headers.ts'
import type { HttpResponse } from './route.ts'

interface SendOptions {
  readonly close: boolean
  /** Protocol to which the connection may be upgraded. */
  readonly offeredUpgrade?: string | undefined
  readonly writeIdleMs: number
  /** Delays the end of the response, and with it the closing of the connection. */
  readonly hold?: Promise<void>
}

/**
 * Sends a response; resolves when it is sent or the client has disconnected.
 *
 * Adds `cache-control: no-store` and `x-content-type-options: nosniff` unless the response sets
 * them. Throws before anything is sent when a header or the status is invalid; a body that fails
 * half-way ends the connection and rejects.
 */
export function sendResponse(
  { outgoing, closed }: HttpExchange,
  response: HttpResponse,
  options: SendOptions,
): Promise<void> {
  if (outgoing.destroyed) {
    discard(response)
    return Promise.resolve()
  }
  const { body } = response
  const streamed = body instanceof Readable && outgoing.req.method !== 'HEAD'
  try {
    writeHead(outgoing, response, options, streamed ? undefined : lengthOf(body))
  } catch (error) {
    discard(response)
    throw error
  }
  if (streamed) {
    outgoing.setTimeout(options.writeIdleMs, () => outgoing.destroy())
    return pipeline(body, outgoing)
  }
  discard(response)
  const bodiless = body instanceof Readable || body === undefined || isBodiless(response.status)
  if (response.bodyIsExclusive === true && isChunks(body)) outgoing.once('finish', () => freeBuffers(body))
  const sent = sendBuffered(outgoing, bodiless ? '' : body, options)
  return sent === undefined ? closed : sent.then(() => closed)
}

/**
 * Sends a response to a request whose body is not read, and closes the connection.
 *
 * Closing immediately would reset the connection of a client that is still sending, which would then never see the
 * response. The rest of the body is therefore discarded first, up to `lingerMs` or `lingerBytesMax`.
 */
export async function sendThenLinger(
  exchange: HttpExchange,
  response: HttpResponse,
  { lingerMs, lingerBytesMax, writeIdleMs }: HttpLimits,
): Promise<void> {
  const { incoming } = exchange
  const { promise: hold, resolve } = Promise.withResolvers<void>()
  let bytes = 0
  const timer = setTimeout(resolve, lingerMs)
  const count = (chunk: Buffer): void => {
    bytes += chunk.byteLength
    if (bytes > lingerBytesMax) resolve()
  }
  incoming.on('data', count)
  incoming.once('end', resolve)
  incoming.once('close', resolve)
  incoming.once('error', () => resolve())
  incoming.resume()
  await sendResponse(exchange, response, { close: true, writeIdleMs, hold })
  clearTimeout(timer)
  incoming.off('data', count)
}

/** A body whose announced length is this short has usually arrived with its headers. */
const shortBodyBytesMax = 16_384

/**
 * Discards a short body that is not needed, so that a refusal does not cost the connection.
 *
 * Returns false when the body is not announced as short, the client still expects `100 Continue`, or the body does not
 * arrive within `lingerMs`.
 */
export async function drainShortBody(exchange: HttpExchange, { lingerMs }: HttpLimits): Promise<boolean> {
  const { incoming, expectsContinue } = exchange
  const length = Number(incoming.headers['content-length'])
  if (expectsContinue || !(length <= shortBodyBytesMax) || incoming.destroyed) return false
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), lingerMs)
  const onGone = () => resolve(false)
  incoming.once('end', () => resolve(true))
  incoming.once('close', onGone)
  incoming.once('error', onGone)
  incoming.resume()
  exchange.bodyConsumed = await promise
  clearTimeout(timer)
  return exchange.bodyConsumed
}

/** Destroys the stream of a response that will not be sent. */
export function discard({ body }: HttpResponse): void {
  if (body instanceof Readable) ignoreErrors(body).destroy()
}

/** Handles errors, since some streams emit one when destroyed unread, which would end the process. */
export function ignoreErrors(body: Readable): Readable {
  return body.on('error', () => undefined)
}

/** Writes all headers in one call, which is far cheaper than one call each. */
function writeHead(
  outgoing: ServerResponse,
  response: HttpResponse,
  { close, offeredUpgrade }: SendOptions,
  length: number | undefined,
): void {
  const headers = listHeaders(response, length)
  if (close) headers.push('connection', 'close')
  else if (offeredUpgrade !== undefined) headers.push('connection', 'keep-alive, upgrade', 'upgrade', offeredUpgrade)
  outgoing.writeHead(response.status, headers as string[])
}

function lengthOf(body: HttpResponse['body']): number | undefined {
  if (typeof body === 'string') return Buffer.byteLength(body)
  if (body instanceof Readable) return undefined
  return isChunks(body) ? body.reduce((sum, chunk) => sum + chunk.byteLength, 0) : (body?.byteLength ?? 0)
}

function isChunks(body: HttpResponse['body']): body is readonly Uint8Array[] {
  return Array.isArray(body)
}

/**
 * Bodies up to this length are joined with the headers; copying longer ones costs more than a
 * second write.
 */
const joinedBytesMax = 16_384

function sendBuffered(
  outgoing: ServerResponse,
  body: string | Uint8Array | readonly Uint8Array[],
  { hold, writeIdleMs }: SendOptions,
): Promise<void> | undefined {
  if (hold !== undefined) {
    outgoing.setTimeout(writeIdleMs, () => outgoing.destroy())
    outgoing.flushHeaders()
    for (const chunk of isChunks(body) ? body : [body]) if (chunk.length > 0) outgoing.write(chunk)
    return hold.then(() => void outgoing.end())
  }
  const single = isChunks(body) && body.length === 1 ? (body[0] ?? '') : body
  if (isChunks(single)) endWithChunks(outgoing, single)
  else if (typeof single === 'string' || single.byteLength > joinedBytesMax) outgoing.end(single)
  else outgoing.end(Buffer.from(single.buffer, single.byteOffset, single.byteLength).toString('latin1'), 'latin1')
  // Only bytes that the network has not taken yet need a timeout.
  if (outgoing.writableLength > 0 || (outgoing.socket?.writableLength ?? 0) > 0) {
    outgoing.setTimeout(writeIdleMs, () => outgoing.destroy())
  }
  return undefined
}

function endWithChunks(outgoing: ServerResponse, chunks: readonly Uint8Array[]): void {
  outgoing.cork()
  for (const chunk of chunks) outgoing.write(chunk)
  outgoing.end()
  outgoing.uncork()
}
