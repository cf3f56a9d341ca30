import type { HttpResponse, Route } from '@travel-rule/http-host/http-host'

/**
 * `GET /health` of the public port, for balancers: 200 as long as `open` says that new clients are welcome, then 503, although those who are
 * there are still served. Says nothing else, and needs no token.
 */
export function healthRoute(open: () => boolean): Route {
  return { method: 'GET', path: '/health', handle: () => (open() ? answer(200, 'ok') : answer(503, 'stopping')) }
}

function answer(status: number, word: string): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify({ status: word }),
  }
}
