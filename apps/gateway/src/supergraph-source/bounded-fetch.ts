import type { IncomingHttpHeaders } from 'node:http'
import { contentCoding, decompress } from '@travel-rule/federation/subgraph-client/decompress'

export interface BoundedRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly bytesMax: number
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export interface BoundedResponse {
  readonly status: number
  readonly etag: string | undefined
  readonly body: string
}

/**
 * The decompressed response of a URL with any status. Redirects are not followed.
 *
 * Throws with a message for operators when the response is too long, late or missing. Each request opens a new
 * connection, since the server may be replaced between two polls.
 */
export async function boundedFetch(url: string, request: BoundedRequest): Promise<BoundedResponse> {
  const { method = 'GET', headers, body = null, bytesMax, timeoutMs } = request
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([request.signal, timeout])
  // Loaded on first use: most gateways read a file and never need undici.
  const { request: send } = await import('undici')
  try {
    const response = await send(url, { method, headers, body, signal, reset: true })
    const { etag } = response.headers
    const received = await decode(await readBody(response.body, bytesMax), response.headers, bytesMax)
    return { status: response.statusCode, etag: typeof etag === 'string' ? etag : undefined, body: received }
  } catch (error) {
    if (timeout.aborted) throw new Error(`no response within ${timeoutMs} ms`, { cause: error })
    throw new Error(reasonOf(error), { cause: error })
  }
}

async function decode(body: Buffer, headers: IncomingHttpHeaders, bytesMax: number): Promise<string> {
  const coding = contentCoding(headers['content-encoding'])
  if (coding === undefined) return body.toString('utf8')
  const decompressed = coding === 'UNKNOWN' ? 'INVALID' : await decompress(body, coding, bytesMax)
  if (decompressed === 'INVALID') throw new Error('the response is compressed in a way that cannot be read')
  if (decompressed === 'TOO_LONG') throw tooLong(bytesMax)
  return decompressed.toString('utf8')
}

async function readBody(body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > bytesMax) throw tooLong(bytesMax)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function tooLong(bytesMax: number): Error {
  return new Error(`the response is longer than ${bytesMax} bytes`)
}

/** The code of a system error, which is more specific than its message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && error.code !== undefined ? String(error.code) : error.message
}
