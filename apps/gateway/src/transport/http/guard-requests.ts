import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { AdmitRefusal, type Route } from '@travel-rule/http-host/http-host'
import type { RequestGuard } from '../../identity/access.ts'

/** A guarded route: requests that the guard refuses get 403 before their body is read. */
export function guardRoute(route: Route, guard: RequestGuard | undefined): Route {
  if (guard === undefined) return route
  return {
    ...route,
    admit(head) {
      const objection = guard.objection(head.headers)
      return objection === undefined ? route.admit?.(head) : forbidden(objection)
    },
  }
}

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** A guarded handler of WebSocket upgrades. */
export function guardUpgrade(upgrade: Upgrade, guard: RequestGuard | undefined): Upgrade {
  if (guard === undefined) return upgrade
  return (request, socket, head) => {
    if (guard.objection(request.headers) === undefined) return upgrade(request, socket, head)
    socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n', () => socket.destroy())
  }
}

function forbidden(message: string): AdmitRefusal {
  return new AdmitRefusal({
    status: 403,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ data: null, errors: [{ message, extensions: { code: 'FORBIDDEN' } }] }),
  })
}
