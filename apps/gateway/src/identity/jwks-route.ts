import { jsonResponse } from '@travel-rule/http-host/json-response'
import type { Route } from '@travel-rule/http-host/route'

/** `GET /.well-known/jwks.json`: the keys that verify identity assertions. */
export function jwksRoute(publicKeys: () => object): Route {
  return {
    method: 'GET',
    path: '/.well-known/jwks.json',
    handle: () => jsonResponse(200, publicKeys(), { 'cache-control': 'max-age=60' }),
  }
}
