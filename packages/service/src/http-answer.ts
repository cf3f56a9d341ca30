import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** What a route answers. A `Readable` is sent as it comes, and destroyed when the client leaves. */
export interface HttpAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | Uint8Array | Readable
}

/**
 * Sends an answer; resolves when it is sent or the client is gone.
 *
 * Adds `cache-control: no-store` and `x-content-type-options: nosniff` where the answer does not say otherwise. Throws before anything
 * was sent when a header or the status is none; a body that fails half-way ends the connection and rejects. With `hold` the answer is
 * complete for the client at once, but its end, and with it the closing of the connection, waits.
 */
export async function sendAnswer(
  response: ServerResponse,
  answer: HttpAnswer,
  options: { readonly close: boolean; readonly writeIdleMs: number; readonly hold?: Promise<void> },
): Promise<void> {
  if (response.destroyed) return discard(answer)
  response.statusCode = checkedStatus(answer.status)
  response.setHeader('cache-control', 'no-store')
  response.setHeader('x-content-type-options', 'nosniff')
  for (const [name, value] of Object.entries(answer.headers ?? {})) {
    response.setHeader(name, typeof value === 'string' ? value : [...value])
  }
  if (options.close) response.setHeader('connection', 'close')
  response.setTimeout(options.writeIdleMs, () => response.destroy())
  if (!(answer.body instanceof Readable)) return sendWhole(response, answer.body, options.hold)
  if (response.req.method === 'HEAD') {
    answer.body.destroy()
    return sendWhole(response, undefined, options.hold)
  }
  await pipeline(answer.body, response)
}

/** Frees what an answer holds that nobody will read. */
export function discard(answer: HttpAnswer): void {
  if (answer.body instanceof Readable) answer.body.destroy()
}

async function sendWhole(
  response: ServerResponse,
  body: string | Uint8Array | undefined,
  hold: Promise<void> | undefined,
): Promise<void> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : (body ?? Buffer.alloc(0))
  const bodiless = response.statusCode === 204 || response.statusCode === 304
  if (!bodiless && !response.hasHeader('content-length')) response.setHeader('content-length', bytes.byteLength)
  const { promise, resolve } = Promise.withResolvers<void>()
  response.once('close', resolve)
  if (hold === undefined) {
    response.end(bodiless ? undefined : bytes, () => resolve())
    return promise
  }
  response.flushHeaders()
  if (!bodiless && bytes.byteLength > 0) response.write(bytes)
  await hold
  response.end(() => resolve())
  return promise
}

function checkedStatus(status: number): number {
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new RangeError(`${status} is no status to answer`)
  return status
}
