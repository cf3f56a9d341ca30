import type { IncomingMessage } from 'node:http'
import { METHODS } from '@travel-rule/service/node-http'
import createRouter from 'find-my-way'
import { LRUCache } from 'lru-cache'
import { HttpRefusal } from './http-problem.ts'
import type { Route, RouteContext } from './route.ts'

export interface RouteMatch {
  readonly route: Route<RouteContext>
  readonly params: Readonly<Record<string, string | undefined>>
}

export interface HttpRouter {
  /**
   * The route for a path without a query. Throws `HttpRefusal`: 404 `ROUTE_NOT_FOUND`, or 405 `METHOD_NOT_ALLOWED` with
   * an `allow` header.
   */
  match(method: string, path: string): RouteMatch
  /** The methods of the path's routes; empty for an unknown path. */
  allowed(path: string): readonly string[]
}

/** Builds the router of a host. Throws when two routes have the same method and path. */
export function buildRouter(routes: readonly Route<RouteContext>[]): HttpRouter {
  const router = createRouter({ maxParamLength: 2_000 })
  const used = new Set<string>()
  // Paths without parameters need no search.
  const plain = new Map<string, Map<string, RouteMatch>>()
  for (const route of routes) {
    const isPlain = !/[:*(]/.test(route.path)
    for (const method of [route.method].flat()) {
      if (!isMethod(method)) throw new Error(`"${method}" is not an HTTP method`)
      used.add(method)
      router.on(method, route.path, noHandler, route)
      if (!isPlain) continue
      const ofMethod = plain.get(method) ?? new Map<string, RouteMatch>()
      plain.set(method, ofMethod.set(route.path, { route, params: NO_PARAMS }))
    }
  }
  const find = (method: string, path: string): RouteMatch | undefined => {
    const known = plain.get(method)?.get(path)
    if (known !== undefined) return known
    const found = isMethod(method) ? router.find(method, path) : null
    return found === null ? undefined : { route: found.store as Route<RouteContext>, params: found.params }
  }
  const allowed = (path: string): readonly string[] => {
    const methods = [...used].filter((method) => find(method, path) !== undefined)
    if (methods.length === 0) return []
    return [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].sort()
  }
  return {
    allowed,
    match(method, path) {
      const found = find(method, path) ?? (method === 'HEAD' ? find('GET', path) : undefined)
      if (found !== undefined) return found
      const others = allowed(path)
      if (others.length === 0) throw new HttpRefusal(404, 'ROUTE_NOT_FOUND', 'There is nothing at this address')
      const message = `${method} is not allowed here, only ${others.join(', ')}`
      throw new HttpRefusal(405, 'METHOD_NOT_ALLOWED', message, { allow: others.join(', ') })
    },
  }
}

const NO_PARAMS: RouteMatch['params'] = {}

type Method = Parameters<ReturnType<typeof createRouter>['find']>[0]

function isMethod(method: string): method is Method {
  return KNOWN_METHODS.has(method)
}

const KNOWN_METHODS: ReadonlySet<string> = new Set(METHODS)

function noHandler(): void {}

/**
 * The path and URL of a request; the path `*` only for `OPTIONS`.
 *
 * Throws `HttpRefusal`: 414 `URL_TOO_LONG`, or 400 `URL_MALFORMED` for anything but a path
 * (absolute and authority forms are for proxies), invalid percent-encoding, an encoded NUL, or an
 * invalid `host` header.
 */
export function parseTarget(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  bytesMax: number,
): RequestTarget {
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
  // URL parsers read a backslash in a path as a slash, which could start a different host.
  if (path.includes('\\') && !URL.canParse(target, `http://${host}`)) throw malformed()
  return new LazyTarget(path, host, target)
}

export interface RequestTarget {
  readonly path: string
  readonly url: URL
}

/** Creates the URL on first use, since most routes only need the path. */
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

/** Recently seen valid `host` headers, and the last of them. */
const validHosts = new LRUCache<string, true>({ max: 100 })
let lastHost: string | undefined

function isHost(host: string): boolean {
  if (host === lastHost) return true
  if (validHosts.get(host) !== true && !isValidHost(host)) return false
  validHosts.set(host, true)
  lastHost = host
  return true
}

function isValidHost(host: string): boolean {
  const base = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined
  return (
    base !== undefined &&
    base.pathname === '/' &&
    base.search === '' &&
    base.hash === '' &&
    base.username === '' &&
    !/[/?#@\\]/.test(host)
  )
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
