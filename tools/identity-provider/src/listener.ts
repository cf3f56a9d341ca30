import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Logger } from '@travel-rule/service/logger'
import type { Provider } from 'oidc-provider'
import { openUserinfo } from './claims.ts'
import type { IdentityData } from './identity-data.ts'
import { errorPage, STYLESHEET, writePage } from './pages.ts'
import type { PasswordCheck } from './password-check.ts'
import type { Realm } from './realm.ts'
import { FormError, serveSignIn } from './sign-in.ts'

type Serve = (request: IncomingMessage, response: ServerResponse) => unknown

/** Serves the provider and our own pages below the path of the realm. */
export function realmListener(
  realm: Realm,
  data: IdentityData,
  parts: { readonly provider: Provider; readonly checkPassword: PasswordCheck; readonly logger: Logger },
): RequestListener {
  const { provider, checkPassword, logger } = parts
  const userinfo = openUserinfo(realm, data)
  const oidc = provider.callback()
  const signIn: Serve = (request, response) => serveSignIn(provider, { realm, checkPassword }, request, response)

  function serveFor(path: string): Serve {
    if (path === '/resources/style.css') return sendStylesheet
    if (path === '/protocol/openid-connect/userinfo') return userinfo
    if (/^\/interaction\/[\w-]+$/.test(path)) return signIn
    return oidc
  }

  return async (request, response) => {
    for (const [name, value] of SECURITY_HEADERS) response.setHeader(name, value)
    const url = request.url ?? ''
    if (url === '/livez' || url === '/readyz') return void sendJson(response, 200, { status: 'ok' })
    const below = url.startsWith(`${realm.mountPath}/`) ? url.slice(realm.mountPath.length) : undefined
    if (below === undefined) return void sendJson(response, 404, { error: 'Not found' })
    forwardAsIssuer(request, below, realm)
    try {
      await serveFor(below.split('?')[0] ?? '')(request, response)
    } catch (error) {
      if (!(error instanceof FormError)) logger.error({ err: error }, 'request failed')
      const message = error instanceof FormError ? 'The form could not be read.' : 'The request failed. Try again.'
      if (response.headersSent) response.destroy()
      else writePage(response, error instanceof FormError ? 400 : 500, errorPage(realm, message))
    }
  }
}

const SECURITY_HEADERS = [
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'no-referrer'],
] as const

/**
 * Makes the provider build every URL from the issuer, never from the request's host name: when a client reaches this
 * port directly, the `x-forwarded-*` headers are not from the gateway.
 */
function forwardAsIssuer(request: IncomingMessage, below: string, realm: Realm): void {
  const { host, protocol } = new URL(realm.issuer)
  request.headers['x-forwarded-host'] = host
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  Object.assign(request, { url: below, originalUrl: `${realm.path}${below}` })
}

function sendStylesheet(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=3600' })
  response.end(STYLESHEET)
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
