import type { AssertionSigner } from '@travel-rule/auth/assertion-signer'
import type { Route } from '@travel-rule/http-host/http-host'
import type { Feeds } from './open-feeds.ts'

/**
 * `GET /.well-known/jwks.json`: the keys that our requests to event feeds are signed with.
 * `GET /feeds`: how far each feed was followed, `{"feeds":[{"source","state","position","lastEventAt","lagMs"}]}`.
 *
 * A feed that cannot be followed does not make this service unready: what is in the audit log can still be read.
 */
export function feedRoutes(signer: AssertionSigner, feeds: Feeds): Route[] {
  const json = (value: object) => ({
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify(value),
  })
  return [
    { method: 'GET', path: '/.well-known/jwks.json', handle: () => json(signer.publicKeys()) },
    { method: 'GET', path: '/feeds', handle: () => json({ feeds: feeds.progress() }) },
  ]
}
