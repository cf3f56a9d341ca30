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
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > formBytesMax) throw new FormError('form too long')
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
