import type { HttpResponse } from './route.ts'

/** A response whose body is `body` as JSON. */
export function jsonResponse(
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  }
}
