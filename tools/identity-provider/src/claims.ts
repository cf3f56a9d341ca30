import type { IncomingMessage, ServerResponse } from 'node:http'
import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose'
import type { JWTStructured } from 'oidc-provider'
import { type IdentityData, type Person, personById } from './identity-data.ts'
import type { Realm } from './realm.ts'

/** The roles that Keycloak grants to every account of a realm; this service ignores them. */
const COMMON_ROLES = ['offline_access', 'uma_authorization']
const SERVICE_ACCOUNT_CLAIMS = ['sub', 'name', 'preferred_username', 'email_verified']

/** The claims about a person, with Keycloak's names. */
export function claimsOf(person: Person) {
  return {
    sub: person.id,
    name: person.name,
    preferred_username: person.username,
    email: person.email,
    email_verified: true,
  }
}

/**
 * Changes `parts` of an access token to the form that Keycloak issues: `typ` Bearer, `azp`, a name, and the realm
 * roles.
 *
 * A token without `personId` belongs to the client's service account, which has none of this service's roles. Only such
 * a token has `client_id`, and only a person's token has a session, `sid`.
 */
export function shapeAccessToken(
  parts: JWTStructured,
  token: {
    readonly clientId?: string | undefined
    readonly personId?: string | undefined
    readonly sessionId?: string | undefined
  },
  options: { readonly data: IdentityData; readonly realm: string },
): void {
  const person = token.personId === undefined ? undefined : personById(options.data.people, token.personId)
  parts.header = { ...parts.header, typ: 'JWT' }
  if (person) delete parts.payload.client_id
  Object.assign(parts.payload, {
    typ: 'Bearer',
    azp: token.clientId,
    ...(person ? { sid: token.sessionId, ...claimsOf(person) } : serviceAccountClaims(options.data)),
    realm_access: { roles: realmRoles(person, options.realm) },
  })
}

function serviceAccountClaims({ client }: IdentityData) {
  const name = `service-account-${client.id}`
  return { sub: client.serviceAccountId, preferred_username: name, name: client.id, email_verified: false }
}

function realmRoles(person: Person | undefined, realm: string): string[] {
  const common = [`default-roles-${realm}`, ...COMMON_ROLES]
  return person ? [person.role, ...common] : common
}

/**
 * The userinfo endpoint for JWT access tokens. Like Keycloak, it accepts tokens whose audience is the API.
 *
 * Source: OpenID Connect Core 1.0, section 5.3.
 */
export function openUserinfo(realm: Realm, data: IdentityData) {
  const publicKeys = data.signingKeys.keys.map((key) => ({
    kty: key.kty,
    kid: key.kid,
    n: requireString(key.n),
    e: requireString(key.e),
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
    const claims = token === undefined ? undefined : await verify(token)
    response.setHeader('cache-control', 'no-store')
    response.setHeader('content-type', 'application/json')
    if (!claims) {
      // Source: RFC 6750, section 3.1: no error code if the token is missing.
      const error =
        token === undefined ? '' : ', error="invalid_token", error_description="The token is not valid here."'
      response.setHeader('www-authenticate', `Bearer realm="${realm.issuer}"${error}`)
      response.writeHead(401).end(JSON.stringify(token === undefined ? {} : { error: 'invalid_token' }))
      return
    }
    response.writeHead(200).end(JSON.stringify(userinfoOf(claims)))
  }

  function userinfoOf(claims: JWTPayload) {
    const person = personById(data.people, claims.sub ?? '')
    return person ? claimsOf(person) : Object.fromEntries(SERVICE_ACCOUNT_CLAIMS.map((name) => [name, claims[name]]))
  }

  async function verify(token: string): Promise<JWTPayload | undefined> {
    try {
      const options = { issuer: realm.issuer, audience: realm.audience, algorithms: ['RS256'], typ: 'JWT' }
      const { payload } = await jwtVerify(token, keys, options)
      return payload.typ === 'Bearer' ? payload : undefined
    } catch {
      return undefined
    }
  }
}

function requireString(value: unknown): string {
  if (typeof value !== 'string') throw new Error('a signing key is incomplete')
  return value
}
