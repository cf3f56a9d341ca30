import type { Route } from '@travel-rule/service/http-host'

/** `GET /health` of the public port, for balancers: 200 as long as operations are answered. Says nothing else, and needs no token. */
export const healthRoute: Route = {
  method: 'GET',
  path: '/health',
  handle: () => ({
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: '{"status":"ok"}',
  }),
}
