import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { HttpAnswer, Route } from '@travel-rule/http-host/http-host'

/** Says why a request with these headers is answered by nobody here; `undefined` when it may go on. */
export interface RequestGuard {
  objection(headers: Pick<IncomingHttpHeaders, 'host' | 'origin'>): string | undefined
}

/** The same route, for requests that the guard has nothing against; others get 403 before anything is read. */
export function guardRoute(route: Route, guard: RequestGuard | undefined): Route {
  if (guard === undefined) return route
  return {
    ...route,
    async admit(head) {
      const objection = guard.objection(head.headers)
      return objection === undefined ? route.admit?.(head) : refusal(objection)
    },
  }
}

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** The same for a request that asks for a WebSocket. */
export function guardUpgrade(upgrade: Upgrade, guard: RequestGuard | undefined): Upgrade {
  if (guard === undefined) return upgrade
  return (request, socket, head) => {
    if (guard.objection(request.headers) === undefined) return upgrade(request, socket, head)
    socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n', () => socket.destroy())
  }
}

function refusal(message: string): HttpAnswer {
  return {
    status: 403,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ data: null, errors: [{ message, extensions: { code: 'FORBIDDEN' } }] }),
  }
}
