import type { LogoutVerdict } from '@travel-rule/auth/oidc-verifier'
import type { HttpRequest, HttpResponse, Route } from '@travel-rule/http-host/http-host'

const bodyBytesMax = 16 * 1024

/**
 * `POST /oidc/backchannel-logout`: the provider reports that a session has ended.
 *
 * `end` checks the logout token and ends the session. Source: OpenID Connect Back-Channel Logout
 * 1.0, sections 2.5 and 2.8.
 */
export function logoutRoute(end: (logoutToken: string, address: string | undefined) => Promise<LogoutVerdict>): Route {
  async function respond({ headers, body, clientAddress }: HttpRequest): Promise<HttpResponse> {
    const token = logoutTokenOf(headers['content-type'], body)
    if (token === undefined) return problem(400, 'invalid_request', 'The body must be a form with one logout_token.')
    const verdict = await end(token, clientAddress)
    if (verdict.ok) return { status: 200, headers: NOT_STORED }
    if (verdict.code === 'PROVIDER_UNAVAILABLE') {
      return problem(503, 'temporarily_unavailable', 'The keys of the provider are not available. Try again later.')
    }
    return problem(400, 'invalid_request', 'The logout token is not accepted. The log of the gateway says why.')
  }
  return { method: 'POST', path: '/oidc/backchannel-logout', bodyBytesMax, handle: respond }
}

function logoutTokenOf(contentType: string | undefined, body: Buffer): string | undefined {
  if (!/^application\/x-www-form-urlencoded *(;|$)/i.test(contentType ?? '')) return undefined
  const [token, ...others] = new URLSearchParams(body.toString()).getAll('logout_token')
  return others.length === 0 && token !== '' ? token : undefined
}

const NOT_STORED = { 'cache-control': 'no-store' }

function problem(status: number, error: string, description: string): HttpResponse {
  return {
    status,
    headers: {
      ...NOT_STORED,
      'content-type': 'application/json; charset=utf-8',
      ...(status === 503 && { 'retry-after': '5' }),
    },
    body: JSON.stringify({ error, error_description: description }),
  }
}
