import type { HttpRequestHead, HttpResponse, Route } from '@travel-rule/http-host/http-host'
import { type Authenticator, bearerToken, type CallerRefusal } from '../../identity/authenticator.ts'

/**
 * `GET /graphql/caller`: the caller that a token authenticates.
 *
 * Responds with `{ subject, name, roles, scopes, expiresInSeconds }`, or with `{ code }` and 401 or 503 when
 * authentication fails.
 */
export function callerRoute(parts: { readonly authenticator: Pick<Authenticator, 'authenticate'> }): Route {
  async function respond(request: HttpRequestHead): Promise<HttpResponse> {
    const caller = await parts.authenticator.authenticate(bearerToken(request.headers.authorization), request)
    if (typeof caller === 'string') return json(STATUSES[caller], { code: caller })
    const { identity, actingRoles = identity.roles, expiresAtSeconds } = caller
    return json(200, {
      subject: identity.subject,
      name: identity.name,
      roles: actingRoles,
      scopes: identity.scopes,
      // Relative, so that the client's clock does not matter.
      expiresInSeconds: Math.max(0, Math.floor(expiresAtSeconds - Date.now() / 1_000)),
    })
  }
  return { method: 'GET', path: '/graphql/caller', handle: respond }
}

const STATUSES: Readonly<Record<CallerRefusal, number>> = { UNAUTHENTICATED: 401, IDENTITY_PROVIDER_UNAVAILABLE: 503 }

function json(status: number, body: object): HttpResponse {
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    },
    body: JSON.stringify(body),
  }
}
