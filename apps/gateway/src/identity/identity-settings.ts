import {
  countSetting,
  databaseUrlSetting,
  issuerSetting,
  jsonSetting,
  listSetting,
  mapSetting,
  signingKeysSetting,
  urlSetting,
} from '@travel-rule/service/settings'
import { z } from 'zod'

/** `role=scope scope,role=scope`. */
const roleScopesSetting = mapSetting.transform((map) =>
  Object.fromEntries(Object.entries(map).map(([role, scopes]) => [role, scopes.split(/\s+/)])),
)

/** `claim=value,claim=value`; a claim may have several values. */
const claimValuesSetting = listSetting.transform((items, context) => {
  const marks = items.map((item) => {
    const at = item.indexOf('=')
    return { path: item.slice(0, Math.max(at, 0)).trim(), value: item.slice(at + 1).trim() }
  })
  if (marks.every(({ path, value }) => path !== '' && value !== '')) return marks
  context.addIssue({ code: 'custom', message: 'must be pairs like gty=client-credentials' })
  return z.NEVER
})

const introspectionSchema = z.strictObject({
  url: urlSetting,
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  seconds: z.int().min(1).max(86_400).default(10),
})

/** Settings of access tokens, roles and identity assertions. */
export const identitySettings = {
  oidcIssuer: {
    variable: 'GATEWAY_OIDC_ISSUER',
    schema: issuerSetting,
    description: 'Issuer of the access tokens, exactly as in their iss claim. Every deployment sets it.',
    example: 'https://vasp.example/auth/realms/travel-rule',
  },
  oidcJwksUrl: {
    variable: 'GATEWAY_OIDC_JWKS_URL',
    schema: urlSetting.optional(),
    description:
      "URL of the issuer's keys inside the network; found by discovery when absent. Set it when the gateway does not reach the issuer's own URL.",
  },
  oidcKeysCache: {
    variable: 'GATEWAY_OIDC_KEYS_CACHE',
    schema: z.string().optional(),
    description:
      "File that stores the issuer's keys; only this user may be able to write it. Set it, so that the gateway starts while the provider is unavailable.",
    example: '/var/lib/gateway/oidc-keys.json',
  },
  oidcAudience: {
    variable: 'GATEWAY_OIDC_AUDIENCE',
    schema: z.string(),
    default: 'travel-rule',
    description: 'Audience that every access token must have. Set it when your provider names this API otherwise.',
  },
  oidcRoleClaims: {
    variable: 'GATEWAY_OIDC_ROLE_CLAIMS',
    schema: listSetting.optional(),
    description:
      'Dot paths of the claims that list roles. Set it for a provider other than Keycloak; by default realm_access.roles and those of the audience.',
  },
  oidcOwnTokenClaims: {
    variable: 'GATEWAY_OIDC_OWN_TOKEN_CLAIMS',
    schema: claimValuesSetting.optional(),
    description:
      "Claims, as dot path and value, one of which marks a client's own token (service account). Set it for a provider other than Keycloak; by default a token without a session whose `sub` is its `client_id` (RFC 9068), or a service account's token of Keycloak.",
    example: 'gty=client-credentials',
  },
  oidcTokenSecondsMax: {
    variable: 'GATEWAY_OIDC_TOKEN_SECONDS_MAX',
    schema: countSetting,
    default: '86400',
    description:
      'Maximum time from `iat` to `exp` of an access token; tokens that are valid for longer are refused. Lower it to what your provider issues.',
  },
  oidcLogoutClients: {
    variable: 'GATEWAY_OIDC_LOGOUT_CLIENTS',
    schema: listSetting,
    default: 'dashboard',
    description:
      'Clients whose logout tokens end sessions, which the provider sends to `/oidc/backchannel-logout` of the gateway (OpenID Connect Back-Channel Logout). Set it when people sign in through other clients too.',
  },
  databaseUrl: {
    variable: 'GATEWAY_DATABASE_URL',
    schema: databaseUrlSetting.optional(),
    secret: true,
    description:
      'PostgreSQL database through which replicas share ended sessions, and a restarted gateway remembers them. Every deployment with replicas sets it: without it, a logout ends the session only in the gateway that receives it, until that is restarted.',
    example: 'postgres://gateway:secret@localhost/gateway',
  },
  oidcIntrospection: {
    variable: 'GATEWAY_OIDC_INTROSPECTION',
    formerly: [
      'GATEWAY_OIDC_INTROSPECTION_URL',
      'GATEWAY_OIDC_INTROSPECTION_CLIENT_ID',
      'GATEWAY_OIDC_INTROSPECTION_CLIENT_SECRET',
      'GATEWAY_OIDC_INTROSPECTION_SECONDS',
    ],
    schema: jsonSetting(introspectionSchema).optional(),
    secret: true,
    description:
      'Endpoint that says whether a verified token is still valid (RFC 7662), as JSON, usually in a file that GATEWAY_OIDC_INTROSPECTION_FILE names: its `url`, `clientId` and `clientSecret` of a confidential client, and for how many `seconds` (10) a verdict is used: a revoked token is accepted no longer than this. Set it where a revoked token must not be used until it expires; without it tokens are verified offline alone.',
    example:
      '{"url":"http://keycloak:8080/auth/realms/travel-rule/protocol/openid-connect/token/introspect","clientId":"gateway","clientSecret":"…"}',
  },
  assertionKeys: {
    variable: 'GATEWAY_ASSERTION_KEYS',
    schema: signingKeysSetting,
    secret: true,
    description:
      'Private Ed25519 keys, a JWK set, that sign identity assertions. The first one signs, all are published. Every deployment sets it, and changes it to rotate keys.',
  },
  roleScopes: {
    variable: 'GATEWAY_ROLE_SCOPES',
    schema: roleScopesSetting,
    default: [
      'observer=trpd:read aopd:read autod:read',
      'compliance-officer=trpd:read aopd:read autod:read trpd:write aopd:write pii:read',
      'administrator=trpd:read aopd:read autod:read trpd:write aopd:write autod:write',
      'integration=trpd:read trpd:write aopd:read aopd:write autod:read pii:read',
    ].join(','),
    description: 'Scopes of each role. Set it when your provider has other roles, or a role should have other scopes.',
  },
  defaultRole: {
    variable: 'GATEWAY_DEFAULT_ROLE',
    schema: z.string(),
    default: 'integration',
    description:
      "Role of a client's own token without a known role. Set it when your provider gives clients no role and `integration` would grant too much. A person without a known role may only use `autod { me }`.",
  },
}
