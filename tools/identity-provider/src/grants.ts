import { errors, type Grant, type Provider, type ResourceServer, type TokenEndpointGrantContext } from 'oidc-provider'
import { claimsOf } from './claims.ts'
import type { Person } from './identity-data.ts'
import { clientAddressOf, describePause, type PasswordCheck } from './password-check.ts'

/** The resource of every access token, which clients do not have to name. */
export const API_RESOURCE = 'urn:travel-rule:api'

const SCOPES = 'openid profile email offline_access'

/** The API as a resource server: JWT access tokens for `audience`. */
export function apiResourceServer(audience: string): ResourceServer {
  return { scope: SCOPES, audience, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'RS256' } } }
}

/** A saved grant of every requested scope: this realm does not ask for consent. */
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

/** The requested scopes that exist in this realm, separated by spaces. */
export function knownScopes(requested: string | undefined): string {
  const known = SCOPES.split(' ')
  return (requested ?? '')
    .split(' ')
    .filter((scope) => known.includes(scope))
    .join(' ')
}

type PasswordContext = TokenEndpointGrantContext<{ username?: string; password?: string }>

/**
 * Adds Keycloak's "Direct access grants": the tokens of a person in exchange for their user name
 * and password.
 *
 * Source: RFC 6749, section 4.3.
 */
export function registerPasswordGrant(
  provider: Provider,
  options: { readonly checkPassword: PasswordCheck; readonly audience: string },
): void {
  async function issueTokens(ctx: PasswordContext): Promise<void> {
    const { client, params } = ctx.oidc
    const person = personOf(ctx, options.checkPassword)
    const scope = knownScopes(params.scope)
    const grant = await grantAll(provider, { accountId: person.id, clientId: client.clientId, scope })
    const common = { accountId: person.id, client, grantId: grant.jti, gty: 'password', scope }
    const resourceServer = new provider.ResourceServer(API_RESOURCE, apiResourceServer(options.audience))
    const accessToken = new provider.AccessToken({ ...common, resourceServer })
    const refreshToken = new provider.RefreshToken({ ...common, resource: API_RESOURCE })
    ctx.body = {
      access_token: await accessToken.save(),
      expires_in: accessToken.expiration,
      token_type: accessToken.tokenType,
      refresh_token: await refreshToken.save(),
      ...(scope && { scope }),
      ...(scope.split(' ').includes('openid') && { id_token: await idToken(ctx, person) }),
    }
  }
  provider.registerGrantType<{ username?: string; password?: string }>('password', issueTokens, [
    'username',
    'password',
    'scope',
  ])
}

/** Throws `invalid_grant`; with status 429 and `Retry-After` after too many wrong passwords. */
function personOf(ctx: PasswordContext, checkPassword: PasswordCheck): Person {
  const { username = '', password = '' } = ctx.oidc.params
  const verdict = checkPassword({ login: username, password, address: clientAddressOf(ctx.req) })
  switch (verdict.outcome) {
    case 'RIGHT':
      return verdict.person
    case 'WRONG':
      throw new errors.CustomOIDCProviderError('invalid_grant', 'Invalid user credentials')
    case 'PAUSED': {
      ctx.set('retry-after', String(verdict.retryAfterSeconds))
      const pause = new errors.CustomOIDCProviderError('invalid_grant', describePause(verdict.retryAfterSeconds))
      throw Object.assign(pause, { status: 429, statusCode: 429 })
    }
  }
}

async function idToken(ctx: PasswordContext, person: Person): Promise<string> {
  const token = new ctx.oidc.provider.IdToken({ sub: person.id }, { ctx })
  for (const [claim, value] of Object.entries(claimsOf(person))) token.set(claim, value)
  return token.issue({ use: 'idtoken' })
}
