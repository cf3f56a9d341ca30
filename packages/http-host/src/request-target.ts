import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { HttpRefusal } from './http-problem.ts'

/**
 * The path and URL of a request; the path `*` only for `OPTIONS`.
 *
 * Throws `HttpRefusal`: 414 `URL_TOO_LONG`, or 400 `URL_MALFORMED` for anything but a path
 * (absolute and authority forms are for proxies), invalid percent-encoding, an encoded NUL, or an
 * invalid `host` header.
 */
export function parseTarget(request: IncomingMessage, bytesMax: number): RequestTarget {
  const target = request.url ?? ''
  const host = request.headers.host ?? 'localhost'
  if (target.length > bytesMax || Buffer.byteLength(target) > bytesMax) {
    const exceeded = { limit: 'urlBytes', max: bytesMax }
    throw new HttpRefusal(414, 'URL_TOO_LONG', `The URL must be at most ${bytesMax} bytes long`, {}, exceeded)
  }
  if (target === '*' && request.method === 'OPTIONS') return new LazyTarget('*', host, '/')
  const query = target.indexOf('?')
  const path = query < 0 ? target : target.slice(0, query)
  if (!path.startsWith('/') || path.startsWith('//') || !isDecodable(path) || !isHost(host)) throw malformed()
  // URL parsers read a backslash in a path as a slash: it could start another host.
  if (path.includes('\\') && !URL.canParse(target, `http://${host}`)) throw malformed()
  return new LazyTarget(path, host, target)
}

export interface RequestTarget {
  readonly path: string
  readonly url: URL
}

/** Creates the URL on first use: most routes only need the path. */
class LazyTarget implements RequestTarget {
  readonly path: string
  readonly #host: string
  readonly #target: string
  #url: URL | undefined

  constructor(path: string, host: string, target: string) {
    this.path = path
    this.#host = host
    this.#target = target
  }

  get url(): URL {
    this.#url ??= new URL(this.#target, `http://${this.#host}`)
    return this.#url
  }
}

/** Recently seen valid `host` headers. */
const validHosts = new LRUCache<string, true>({ max: 100 })

function isHost(host: string): boolean {
  if (validHosts.get(host) === true) return true
  const base = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined
  const valid =
    base !== undefined &&
    base.pathname === '/' &&
    base.search === '' &&
    base.hash === '' &&
    base.username === '' &&
    !/[/?#@\\]/.test(host)
  if (valid) validHosts.set(host, true)
  return valid
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch {
    return false
  }
}

function malformed(): HttpRefusal {
  return new HttpRefusal(400, 'URL_MALFORMED', 'The URL of the request is malformed')
}
