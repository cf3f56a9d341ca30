import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

export interface TestIssuer extends AsyncDisposable {
  readonly issuer: string
  readonly jwksUrl: string
  /**
   * A valid access token of five minutes that belongs to a client itself. `claims` are added; `undefined` removes one.
   */
  token(claims?: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>
  /** A valid logout token of ada's session for `dashboard`; `claims` as above. */
  logoutToken(claims?: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>
  /** Replaces the signing key and publishes only the new key. */
  rotate(): Promise<void>
  /** The current signing key, for tests that forge tokens. */
  key(): { readonly privateKey: CryptoKey; readonly publicJwk: JWK }
  /** Paths requested so far, oldest first. */
  readonly requests: readonly string[]
  /** From now on, handles every request with this listener; `undefined` restores the provider. */
  respondWith(listener: RequestListener | undefined): void
}

/** A real OpenID issuer on a free port of 127.0.0.1: discovery, keys and signed tokens. */
export async function openTestIssuer(options: { audience?: string; port?: number } = {}): Promise<TestIssuer> {
  const requests: string[] = []
  let signing = await makeKey()
  let override: RequestListener | undefined
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    if (override) return override(request, response)
    const document = documents()[request.url ?? '']
    response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(document ?? {}))
  })
  server.keepAliveTimeout = 75_000
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const jwksUrl = `${issuer}/jwks`

  function documents(): Record<string, unknown> {
    return {
      '/.well-known/openid-configuration': { issuer, jwks_uri: jwksUrl },
      '/jwks': { keys: [signing.publicJwk] },
    }
  }

  return {
    issuer,
    jwksUrl,
    requests,
    key: () => signing,
    respondWith(listener) {
      override = listener
    },
    async rotate() {
      signing = await makeKey()
    },
    token(claims = {}, header = {}) {
      const seconds = Math.floor(Date.now() / 1000)
      return new SignJWT({
        iss: issuer,
        aud: options.audience ?? 'travel-rule',
        sub: 'service-account-1',
        azp: 'test-client',
        client_id: 'test-client',
        typ: 'Bearer',
        iat: seconds,
        exp: seconds + 300,
        ...claims,
      })
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: signing.publicJwk.kid ?? '', ...header })
        .sign(signing.privateKey)
    },
    logoutToken(claims = {}, header = {}) {
      const seconds = Math.floor(Date.now() / 1000)
      return new SignJWT({
        iss: issuer,
        aud: 'dashboard',
        sub: 'ada',
        sid: 'session-1',
        jti: crypto.randomUUID(),
        iat: seconds,
        exp: seconds + 120,
        events: { [LOGOUT_EVENT]: {} },
        ...claims,
      })
        .setProtectedHeader({ alg: 'ES256', typ: 'logout+jwt', kid: signing.publicJwk.kid ?? '', ...header })
        .sign(signing.privateKey)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Source: OpenID Connect Back-Channel Logout 1.0, section 2.4. */
export const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

async function makeKey() {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const publicJwk: JWK = { ...(await exportJWK(publicKey)), kid: crypto.randomUUID(), use: 'sig', alg: 'ES256' }
  return { privateKey, publicJwk }
}
