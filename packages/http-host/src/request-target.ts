import type { IncomingMessage } from 'node:http'
import { HttpRefusal } from './http-problem.ts'

/**
 * The path and URL a request asks for; the path `*` only with `OPTIONS`.
 *
 * Throws `HttpRefusal`: 414 `URL_TOO_LONG`, 400 `URL_MALFORMED` for anything but a path (absolute and authority forms are for proxies), for
 * broken percent escapes, an encoded NUL, and a `host` header that is no host.
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
  // In the path of a URL a backslash is a slash: it could begin another host.
  if (path.includes('\\') && !URL.canParse(target, `http://${host}`)) throw malformed()
  return new LazyTarget(path, host, target)
}

export interface RequestTarget {
  readonly path: string
  readonly url: URL
}

/** Most routes only look at the path, and a URL is costly. */
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

/** The last hosts found good: they are nearly always the same. */
const knownHosts = new Set<string>()
const knownHostsMax = 100

function isHost(host: string): boolean {
  if (knownHosts.has(host)) return true
  const base = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined
  const good =
    base !== undefined &&
    base.pathname === '/' &&
    base.search === '' &&
    base.hash === '' &&
    base.username === '' &&
    !/[/?#@\\]/.test(host)
  if (!good) return false
  if (knownHosts.size >= knownHostsMax) knownHosts.clear()
  knownHosts.add(host)
  return true
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
