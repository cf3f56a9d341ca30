import type { IncomingMessage } from 'node:http'

const formBytesMax = 16 * 1024

/** Thrown when a body is not a form or is too long. */
export class FormError extends Error {
  override readonly name = 'FormError'
}

/** The fields of a form sent with POST. Throws `FormError`. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') throw new FormError('not a form')
  const body = await readBody(request)
  // What nobody reads would hold up the connection, and the requests that share it.
  request.resume()
  if (body === undefined) throw new FormError('form too long')
  return new URLSearchParams(body)
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length
    if (bytes > formBytesMax) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
