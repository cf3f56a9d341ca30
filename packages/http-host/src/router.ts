import { METHODS } from 'node:http'
import createRouter from 'find-my-way'
import { HttpRefusal } from './http-problem.ts'
import type { Route, RouteContext } from './route.ts'

export interface RouteMatch {
  readonly route: Route<RouteContext>
  readonly params: Readonly<Record<string, string | undefined>>
}

export interface HttpRouter {
  /**
   * The route of a path without query. Throws `HttpRefusal`: 404 `ROUTE_NOT_FOUND`, or 405
   * `METHOD_NOT_ALLOWED` with an `allow` header.
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
  const plain = new Map<string, RouteMatch>()
  for (const route of routes) {
    const isPlain = !/[:*(]/.test(route.path)
    for (const method of [route.method].flat()) {
      if (!isMethod(method)) throw new Error(`"${method}" is not an HTTP method`)
      used.add(method)
      router.on(method, route.path, noHandler, route)
      if (isPlain) plain.set(`${method} ${route.path}`, { route, params: NO_PARAMS })
    }
  }
  const find = (method: string, path: string): RouteMatch | undefined => {
    const known = plain.get(`${method} ${path}`)
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
