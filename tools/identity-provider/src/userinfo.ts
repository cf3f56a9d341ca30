import type { IncomingMessage, ServerResponse } from 'node:http'
import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose'
import type { IdentityData } from './identity-data.ts'
import { claimsOf, personById } from './people.ts'
import type { Realm } from './realm.ts'

const SERVICE_CLAIMS = ['sub', 'name', 'preferred_username', 'email_verified']

/**
 * Answers the userinfo endpoint for our JWT access tokens, which name the API as their audience and are nevertheless good
 * here, as they are with Keycloak. Source: OpenID Connect Core 1.0, section 5.3.
 */
export function openUserinfo(realm: Realm, data: IdentityData) {
  const publicKeys = data.signingKeys.keys.map((key) => ({
    kty: key.kty,
    kid: key.kid,
    n: text(key.n),
    e: text(key.e),
  }))
  const keys = createLocalJWKSet({ keys: publicKeys })

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const origin = request.headers.origin
    if (origin) response.setHeader('access-control-allow-origin', '*')
    if (request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-methods', 'GET, POST')
      response.setHeader('access-control-allow-headers', 'authorization, content-type')
      response.writeHead(204).end()
      return
    }
    const token = /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const claims = token === undefined ? undefined : await verified(token)
    response.setHeader('cache-control', 'no-store')
    response.setHeader('content-type', 'application/json')
    if (!claims) {
      response.setHeader('www-authenticate', `Bearer realm="${realm.issuer}", error="invalid_token"`)
      response.writeHead(401).end(JSON.stringify({ error: 'invalid_token' }))
      return
    }
    response.writeHead(200).end(JSON.stringify(answerOf(claims)))
  }

  function answerOf(claims: JWTPayload) {
    const person = personById(data.people, claims.sub ?? '')
    return person ? claimsOf(person) : Object.fromEntries(SERVICE_CLAIMS.map((name) => [name, claims[name]]))
  }

  async function verified(token: string): Promise<JWTPayload | undefined> {
    try {
      const options = { issuer: realm.issuer, audience: realm.audience, algorithms: ['RS256'], typ: 'JWT' }
      const { payload } = await jwtVerify(token, keys, options)
      return payload.typ === 'Bearer' ? payload : undefined
    } catch {
      return undefined
    }
  }
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new Error('a signing key is incomplete')
  return value
}
