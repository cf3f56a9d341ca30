import { errors, type Provider, type TokenEndpointGrantContext } from 'oidc-provider'
import { API_RESOURCE, apiResourceServer, grantAll, knownScopes } from './access-grant.ts'
import type { Person } from './identity-data.ts'
import { authenticate, claimsOf } from './people.ts'

type PasswordContext = TokenEndpointGrantContext<{ username?: string; password?: string }>

/**
 * Keycloak's "Direct access grants": a client that may use it gets a person's tokens for their name and password.
 * Source: RFC 6749, section 4.3.
 */
export function registerPasswordGrant(
  provider: Provider,
  options: { readonly people: readonly Person[]; readonly audience: string },
): void {
  async function answer(ctx: PasswordContext): Promise<void> {
    const { client, params } = ctx.oidc
    const person = authenticate(options.people, params.username ?? '', params.password ?? '')
    if (!person) throw new errors.CustomOIDCProviderError('invalid_grant', 'Invalid user credentials')
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
  provider.registerGrantType<{ username?: string; password?: string }>('password', answer, [
    'username',
    'password',
    'scope',
  ])
}

async function idToken(ctx: PasswordContext, person: Person): Promise<string> {
  const token = new ctx.oidc.provider.IdToken({ sub: person.id }, { ctx })
  for (const [claim, value] of Object.entries(claimsOf(person))) token.set(claim, value)
  return token.issue({ use: 'idtoken' })
}
