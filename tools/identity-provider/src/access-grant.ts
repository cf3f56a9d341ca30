import type { Grant, Provider, ResourceServer } from 'oidc-provider'

/** The resource every access token is for; clients need not name it. */
export const API_RESOURCE = 'urn:travel-rule:api'

const SCOPES = 'openid profile email offline_access'

/** What the provider is told about the API: JWT access tokens for our audience. */
export function apiResourceServer(audience: string): ResourceServer {
  return { scope: SCOPES, audience, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } }
}

/** A saved grant of everything that was asked for: in this realm nobody is asked for consent. */
export async function grantAll(
  provider: Provider,
  options: { readonly accountId: string; readonly clientId: string; readonly scope: string },
): Promise<Grant> {
  const grant = new provider.Grant({ accountId: options.accountId, clientId: options.clientId })
  grant.addOIDCScope(options.scope)
  grant.addResourceScope(API_RESOURCE, options.scope)
  await grant.save()
  return grant
}

/** Those of the scopes asked for that exist here, separated by blanks. */
export function knownScopes(asked: string | undefined): string {
  const known = SCOPES.split(' ')
  return (asked ?? '')
    .split(' ')
    .filter((scope) => known.includes(scope))
    .join(' ')
}
