import { type IncomingHttpHeaders, METHODS } from 'node:http'
import createRouter from 'find-my-way'
import type { AbortNotice } from './abort-notice.ts'
import type { HttpAnswer } from './http-answer.ts'
import { HttpRefusal } from './http-problem.ts'

/** A request as a route sees it. */
export interface HttpRequest extends HttpRequestHead {
  readonly body: Buffer
}

/** A request before its body has been read. */
export interface HttpRequestHead {
  readonly method: string
  /** As the client sent it, without the query. */
  readonly path: string
  readonly url: URL
  /** The decoded parameters of the route's path. */
  readonly params: Readonly<Record<string, string | undefined>>
  readonly headers: IncomingHttpHeaders
  /** Aborted when the client left, the answer took too long, or the host is being closed and cannot wait any longer. */
  readonly signal: AbortSignal
  /** The same, and far cheaper than a signal. */
  readonly left: AbortNotice
  /** Of the nearest hop. */
  readonly remoteAddress: string
  /** That it came over: the same object for each of its requests. */
  readonly connection: object
  /** Unique; also in the log. */
  readonly id: string
}

export interface Route {
  /** `GET` answers `HEAD` too; `OPTIONS` is answered by the host unless a route takes it. */
  readonly method: string | readonly string[]
  /** As find-my-way reads it: `/items/:id`, a last `/*`. */
  readonly path: string
  readonly bodyBytesMax?: number
  /** Asked before the body is read: an answer here ends the request. `handle` gets the same object, then with its body. */
  readonly admit?: (head: HttpRequestHead) => HttpAnswer | undefined | Promise<HttpAnswer | undefined>
  readonly handle: (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>
}

export interface RouteMatch {
  readonly route: Route
  readonly params: Readonly<Record<string, string | undefined>>
}

export interface HttpRouter {
  /** The route of a path without query. Throws `HttpRefusal` 404 `ROUTE_NOT_FOUND` or 405 `METHOD_NOT_ALLOWED` with `allow`. */
  match(method: string, path: string): RouteMatch
  /** The methods the path answers; empty when there is no such path. */
  allowed(path: string): readonly string[]
}

/** The routes of one host. Throws when two take the same method and path. */
export function buildRouter(routes: readonly Route[]): HttpRouter {
  const router = createRouter({ maxParamLength: 2_000 })
  const used = new Set<string>()
  // Without parameters there is nothing to look for.
  const plain = new Map<string, RouteMatch>()
  for (const route of routes) {
    const isPlain = !/[:*(]/.test(route.path)
    for (const method of [route.method].flat()) {
      if (!isMethod(method)) throw new Error(`"${method}" is no HTTP method`)
      used.add(method)
      router.on(method, route.path, noHandler, route)
      if (isPlain) plain.set(`${method} ${route.path}`, { route, params: NO_PARAMS })
    }
  }
  const find = (method: string, path: string): RouteMatch | undefined => {
    const known = plain.get(`${method} ${path}`)
    if (known !== undefined) return known
    const found = isMethod(method) ? router.find(method, path) : null
    return found === null ? undefined : { route: found.store as Route, params: found.params }
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
