import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isLoopbackHost } from './loopback-host.ts'
import { trpVersion } from './own-identity.ts'

const TIMEOUT_MS = 15_000
const ANSWER_BYTES_MAX = 256 * 1024

export type PostResult =
  | { readonly ok: true; readonly status: number; readonly text: string }
  | { readonly ok: false; readonly problem: string }

export type PostMessage = (message: {
  url: string
  requestIdentifier: string
  text: string
  signal: AbortSignal
}) => Promise<PostResult>

/** Headers of every message that we send. */
export function messageHeaders(requestIdentifier: string): Record<string, string> {
  return {
    'api-version': trpVersion,
    'request-identifier': requestIdentifier,
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'travel-rule-demo-counterparty',
  }
}

/**
 * Posts one TRP message: https, plain http only on this machine, no redirect followed, at most 15 s and 256 KiB of answer.
 * Never throws.
 */
export const postMessage: PostMessage = async ({ url: target, requestIdentifier, text, signal }) => {
  const url = new URL(target)
  const isPlain = url.protocol === 'http:'
  if (isPlain && !isLoopbackHost(url.hostname))
    return { ok: false, problem: 'plain http is only spoken on this machine' }
  try {
    return await new Promise<PostResult>((resolve, reject) => {
      const request = (isPlain ? requestHttp : requestHttps)(url, {
        method: 'POST',
        headers: { ...messageHeaders(requestIdentifier), 'content-length': Buffer.byteLength(text) },
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
          if (bytes > ANSWER_BYTES_MAX)
            response.destroy(new Error(`the answer is longer than ${ANSWER_BYTES_MAX} bytes`))
          else chunks.push(chunk)
        })
        response.on('end', () =>
          resolve({ ok: true, status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        )
      })
      request.end(text)
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
