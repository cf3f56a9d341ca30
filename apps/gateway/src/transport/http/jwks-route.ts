import type { Route } from '@travel-rule/http-host/http-host'

/** `GET /.well-known/jwks.json`: the keys that identity assertions are verified with. */
export function jwksRoute(publicKeys: () => object): Route {
  return {
    method: 'GET',
    path: '/.well-known/jwks.json',
    handle: () => ({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'max-age=60' },
      body: JSON.stringify(publicKeys()),
    }),
  }
}
