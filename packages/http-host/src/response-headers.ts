import type { HttpResponse } from './route.ts'

/**
 * Names and values of a response's headers, alternating, including those that every response has.
 *
 * Throws `RangeError` for an invalid status.
 */
export function listHeaders(response: HttpResponse, length: number | undefined): (string | string[])[] {
  const status = checkedStatus(response.status)
  const fields = response.headers ?? {}
  const headers: (string | string[])[] = []
  let hasCaching = false
  let hasSniffing = false
  let hasLength = length === undefined || isBodiless(status)
  for (const name in fields) {
    const value = fields[name]
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
  return headers
}

/** True if a response with this status never has a body. */
export function isBodiless(status: number): boolean {
  return status === 204 || status === 304
}

function checkedStatus(status: number): number {
  if (Number.isInteger(status) && status >= 200 && status <= 599) return status
  throw new RangeError(`${status} is not a valid response status`)
}
