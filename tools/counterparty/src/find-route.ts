import type { Answer, Request } from './http-server.ts'

/** `path` is made of fixed segments and `:name` segments. */
export interface Route {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  take(request: Request): Answer | Promise<Answer>
}

export type RouteFound = { ok: true; route: Route; params: Record<string, string> } | { ok: false; answer: Answer }

/** The route of a request, else the 404 or the 405 (with `Allow`) that it gets. `GET` routes serve `HEAD` too. */
export function findRoute(routes: readonly Route[], method: string, path: string): RouteFound {
  const allowed: string[] = []
  let headers: Readonly<Record<string, string>> = {}
  for (const route of routes) {
    const params = match(route.path, path)
    if (params === undefined) continue
    if (route.method === method || (route.method === 'GET' && method === 'HEAD')) return { ok: true, route, params }
    allowed.push(route.method)
    headers = route.headers ?? headers
  }
  if (allowed.length === 0) return { ok: false, answer: { status: 404, headers: text, body: 'no such path' } }
  const allow = allowed.join(', ')
  return { ok: false, answer: { status: 405, headers: { ...headers, ...text, allow }, body: `only ${allow}` } }
}

const text = { 'content-type': 'text/plain' }

function match(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? ''
    if (segment.startsWith(':')) params[segment.slice(1)] = value
    else if (segment !== value) return undefined
  }
  return params
}
