import type { JWTStructured } from 'oidc-provider'
import type { IdentityData, Person } from './identity-data.ts'
import { claimsOf, personById } from './people.ts'

/** The roles Keycloak gives to everybody in a realm; none of them means anything to us. */
const EVERYBODY = ['offline_access', 'uma_authorization']

/**
 * Gives an access token the content Keycloak would: `typ` Bearer, `azp`, a name, and the realm roles. `parts` is changed.
 * A token without a person is one of the client's service account, which has no role of ours.
 */
export function shapeAccessToken(
  parts: JWTStructured,
  token: { readonly clientId?: string | undefined; readonly personId?: string | undefined },
  options: { readonly data: IdentityData; readonly realm: string },
): void {
  const person = token.personId === undefined ? undefined : personById(options.data.people, token.personId)
  parts.header = { ...parts.header, typ: 'JWT' }
  Object.assign(parts.payload, {
    typ: 'Bearer',
    azp: token.clientId,
    ...(person ? claimsOf(person) : serviceAccountClaims(options.data)),
    realm_access: { roles: realmRoles(person, options.realm) },
  })
}

function serviceAccountClaims({ client }: IdentityData) {
  const name = `service-account-${client.id}`
  return { sub: client.serviceAccountId, preferred_username: name, name: client.id, email_verified: false }
}

function realmRoles(person: Person | undefined, realm: string): string[] {
  const common = [`default-roles-${realm}`, ...EVERYBODY]
  return person ? [person.role, ...common] : common
}
