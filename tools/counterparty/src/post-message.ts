import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isLoopbackHost } from './message-bodies.ts'
import { messageHeaders } from './trp-headers.ts'

const TIMEOUT_MS = 60_000
const RESPONSE_BYTES_MAX = 256 * 1024

export type PostResult =
  | { readonly ok: true; readonly status: number; readonly body: string }
  | { readonly ok: false; readonly problem: string }

export type PostMessage = (message: {
  url: string
  requestIdentifier: string
  body: string
  signal: AbortSignal
}) => Promise<PostResult>

/**
 * Posts one TRP message. Plain http is allowed only on this machine, and redirects are not
 * followed. A response is limited to 15 s and 256 KiB. Never throws.
 */
export const postMessage: PostMessage = async ({ url: target, requestIdentifier, body, signal }) => {
  const url = new URL(target)
  const isPlain = url.protocol === 'http:'
  if (isPlain && !isLoopbackHost(url.hostname))
    return { ok: false, problem: 'plain http is only allowed on this machine' }
  try {
    return await new Promise<PostResult>((resolve, reject) => {
      const request = (isPlain ? requestHttp : requestHttps)(url, {
        method: 'POST',
        headers: { ...messageHeaders(requestIdentifier), 'content-length': Buffer.byteLength(body) },
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        agent: false,
      })
      request.on('error', reject)
      request.on('response', (response) => {
        const chunks: Buffer[] = []
        let bytes = 0
        response.on('error', reject)
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > RESPONSE_BYTES_MAX)
            response.destroy(new Error(`the response is longer than ${RESPONSE_BYTES_MAX} bytes`))
          else chunks.push(chunk)
        })
        response.on('end', () =>
          resolve({ ok: true, status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
        )
      })
      request.end(body)
    })
  } catch (error) {
    return { ok: false, problem: describe(error) }
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${'code' in error ? `${String(error.code)} ` : ''}${error.message}${cause}`.trim()
}
