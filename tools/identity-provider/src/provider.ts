import { createHash } from 'node:crypto'
import type { Logger } from '@travel-rule/service/logger'
import { type AccessToken, type Configuration, errors, Provider } from 'oidc-provider'
import { claimsOf, shapeAccessToken } from './claims.ts'
import { API_RESOURCE, apiResourceServer, grantAll, knownScopes, registerPasswordGrant } from './grants.ts'
import { type IdentityData, personById } from './identity-data.ts'
import { openMemoryAdapter } from './memory-adapter.ts'
import { errorPage, sendPage, signedOutPage, signOutPage } from './pages.ts'
import type { PasswordCheck } from './password-check.ts'
import { originAllowed, type Realm } from './realm.ts'

const DASHBOARD_CLIENT = 'dashboard'

const SESSION_SECONDS = 10 * 3600
const ACCESS_TOKEN_SECONDS = 900

/** The OpenID provider of one realm, with the paths and access tokens of Keycloak. */
export function openProvider(
  realm: Realm,
  data: IdentityData,
  { checkPassword, logger }: { readonly checkPassword: PasswordCheck; readonly logger: Logger },
): Provider {
  const provider = new Provider(realm.issuer, configuration(realm, data))
  provider.proxy = true
  registerPasswordGrant(provider, { checkPassword, audience: realm.audience })
  provider.on('server_error', (_ctx, error) => logger.error({ err: error }, 'request failed'))
  provider.on('backchannel.error', (_ctx, error, client) => {
    logger.warn({ err: error, client: client.clientId }, 'the end of a session could not be announced')
  })
  provider.on('grant.error', (ctx, error) => {
    logger.info({ client: ctx.oidc.client?.clientId, error: error.error }, 'token refused')
  })
  return provider
}

function configuration(realm: Realm, data: IdentityData): Configuration {
  return {
    adapter: openMemoryAdapter({ now: Date.now }),
    jwks: { keys: data.signingKeys.keys },
    clients: clients(realm, data),
    routes: {
      authorization: '/protocol/openid-connect/auth',
      token: '/protocol/openid-connect/token',
      jwks: '/protocol/openid-connect/certs',
      end_session: '/protocol/openid-connect/logout',
      revocation: '/protocol/openid-connect/revoke',
    },
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    discovery: { userinfo_endpoint: `${realm.issuer}/protocol/openid-connect/userinfo` },
    cookies: { keys: data.cookieKeys, names: cookieNames(realm.issuer) },
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      ClientCredentials: ACCESS_TOKEN_SECONDS,
      IdToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: 60,
      Interaction: 15 * 60,
      RefreshToken: SESSION_SECONDS,
      Session: SESSION_SECONDS,
      Grant: SESSION_SECONDS,
    },
    claims: { profile: ['name', 'preferred_username'], email: ['email', 'email_verified'] },
    findAccount: (_ctx, id) => {
      const person = personById(data.people, id)
      return person && { accountId: id, claims: async () => claimsOf(person) }
    },
    loadExistingGrant: async (ctx) => {
      const { client, session, params } = ctx.oidc
      if (!client || !session?.accountId) return undefined
      const scope = knownScopes(typeof params?.scope === 'string' ? params.scope : undefined)
      return grantAll(ctx.oidc.provider, { accountId: session.accountId, clientId: client.clientId, scope })
    },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    clientBasedCORS: (_ctx, origin, client) =>
      client.clientId === DASHBOARD_CLIENT && originAllowed(origin, realm.redirectUris),
    interactions: { url: (_ctx, interaction) => `${realm.path}/interaction/${interaction.uid}` },
    // Skips the provider's refusal of loopback addresses, since the gateway is on this machine.
    fetch: (url, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown } = {}) => fetch(url, options),
    formats: {
      customizers: {
        jwt: (_ctx, token, parts) => {
          const { clientId } = token
          const person = token.kind === 'AccessToken' ? { personId: token.accountId, sessionId: sessionOf(token) } : {}
          shapeAccessToken(parts, { clientId, ...person }, { data, realm: realm.name })
        },
      },
    },
    renderError: (ctx, out) => sendPage(ctx, errorPage(realm, out.error_description ?? out.error)),
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      userinfo: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => API_RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => {
          if (resource !== API_RESOURCE) throw new errors.InvalidTarget()
          return apiResourceServer(realm.audience)
        },
      },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => sendPage(ctx, signOutPage(realm, form)),
        postLogoutSuccessSource: (ctx) => sendPage(ctx, signedOutPage(realm)),
      },
    },
  }
}

/** If a person signs in directly with a password, the session consists only of the grant. */
function sessionOf({ sid, grantId }: AccessToken): string | undefined {
  return sid ?? grantId
}

function clients(realm: Realm, data: IdentityData): NonNullable<Configuration['clients']> {
  return [
    {
      client_id: data.client.id,
      client_secret: data.client.secret,
      client_name: 'Programs of this VASP',
      grant_types: ['client_credentials', 'password', 'refresh_token'],
      response_types: [],
      redirect_uris: [],
    },
    {
      client_id: DASHBOARD_CLIENT,
      client_name: 'Travel Rule dashboard',
      token_endpoint_auth_method: 'none',
      backchannel_logout_uri: `${realm.baseUrl}/oidc/backchannel-logout`,
      backchannel_logout_session_required: true,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      redirect_uris: [...realm.redirectUris],
      post_logout_redirect_uris: [...realm.redirectUris],
    },
  ]
}

/** Cookies are shared by all ports of a host, so their names differ between nodes. */
function cookieNames(issuer: string) {
  const node = createHash('sha256').update(issuer).digest('hex').slice(0, 8)
  return { session: `idp_${node}_session`, interaction: `idp_${node}_interaction`, resume: `idp_${node}_resume` }
}
