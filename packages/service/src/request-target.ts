import type { IncomingMessage } from 'node:http'
import { HttpRefusal } from './http-problem.ts'

/**
 * The path and URL a request asks for; the path `*` only with `OPTIONS`.
 *
 * Throws `HttpRefusal`: 414 `URL_TOO_LONG`, 400 `URL_MALFORMED` for anything but a path (absolute and authority forms are for proxies), for
 * broken percent escapes, an encoded NUL, and a `host` header that is no host.
 */
export function parseTarget(request: IncomingMessage, bytesMax: number): { readonly path: string; readonly url: URL } {
  const target = request.url ?? ''
  const host = request.headers.host ?? 'localhost'
  if (Buffer.byteLength(target) > bytesMax) {
    throw new HttpRefusal(414, 'URL_TOO_LONG', `The URL must be at most ${bytesMax} bytes long`)
  }
  if (target === '*' && request.method === 'OPTIONS') return { path: '*', url: urlOf(host, '/') }
  const path = target.split('?', 1)[0] ?? ''
  if (!path.startsWith('/') || path.startsWith('//') || !isDecodable(path)) throw malformed()
  return { path, url: urlOf(host, target) }
}

function urlOf(host: string, target: string): URL {
  const base = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined
  const hostOnly =
    base !== undefined && base.pathname === '/' && base.search === '' && base.hash === '' && base.username === ''
  if (!hostOnly || /[/?#@\\]/.test(host) || !URL.canParse(target, base.href)) throw malformed()
  return new URL(target, base)
}

function isDecodable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}

function malformed(): HttpRefusal {
  return new HttpRefusal(400, 'URL_MALFORMED', 'The URL of the request is malformed')
}
