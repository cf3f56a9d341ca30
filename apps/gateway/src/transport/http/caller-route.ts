import type { HttpRequestHead, HttpResponse, Route } from '@travel-rule/http-host/http-host'
import { jsonResponse } from '@travel-rule/http-host/json-response'
import { PROGRAM_VERSION } from '@travel-rule/service/program-version'
import { type Authenticator, bearerToken } from '../../identity/authenticator.ts'
import { isRefusal, refusalExtensions, refusalHeaders, refusalStatus } from '../../identity/caller-refusal.ts'
import type { Cors } from './graphql-response.ts'

/**
 * `GET /graphql/caller`: the caller that a token authenticates, and its preflight.
 *
 * Responds with `{ subject, name, roles, scopes, expiresInSeconds, gatewayVersion }`, or with
 * `{ code, reason, message }` and 401 or 503 when authentication fails.
 */
export function callerRoutes({ authenticator, cors }: CallerRouteParts): Route[] {
  async function respond(request: HttpRequestHead): Promise<HttpResponse> {
    const caller = await authenticator.authenticate(bearerToken(request.headers.authorization), request)
    const headers = { ...(cors.vary !== '' && { vary: 'origin' }), ...cors.headersFor(request.headers) }
    if (isRefusal(caller)) {
      const { message } = caller
      const refusal = { ...refusalExtensions(caller), message }
      return jsonResponse(refusalStatus(caller), refusal, { ...headers, ...refusalHeaders(caller) })
    }
    const { identity, actingRoles = identity.roles, expiresAtSeconds } = caller
    const described = {
      subject: identity.subject,
      name: identity.name,
      roles: actingRoles,
      scopes: identity.scopes,
      // Relative, so that the client's clock is irrelevant.
      expiresInSeconds: Math.max(0, Math.floor(expiresAtSeconds - Date.now() / 1_000)),
      gatewayVersion: PROGRAM_VERSION,
    }
    return jsonResponse(200, described, headers)
  }
  const path = '/graphql/caller'
  return [
    { method: 'GET', path, handle: respond },
    { method: 'OPTIONS', path, handle: ({ headers }) => cors.preflight(headers) },
  ]
}

export interface CallerRouteParts {
  readonly authenticator: Pick<Authenticator, 'authenticate'>
  readonly cors: Cors
}
