import { issuerSetting, listSetting, mapSetting, signingKeysSetting, urlSetting } from '@travel-rule/service/settings'
import { z } from 'zod'

/** `role=scope scope,role=scope`. */
const roleScopesSetting = mapSetting.transform((map) =>
  Object.fromEntries(Object.entries(map).map(([role, scopes]) => [role, scopes.split(/\s+/)])),
)

/** Settings of access tokens, roles and identity assertions. */
export const identitySettings = {
  oidcIssuer: {
    variable: 'GATEWAY_OIDC_ISSUER',
    schema: issuerSetting,
    description: 'Issuer of the access tokens, exactly as in their iss claim.',
    example: 'https://vasp.example/auth/realms/travel-rule',
  },
  oidcJwksUrl: {
    variable: 'GATEWAY_OIDC_JWKS_URL',
    schema: urlSetting.optional(),
    description: "URL of the issuer's keys from inside the network; found by discovery when absent.",
  },
  oidcAudience: {
    variable: 'GATEWAY_OIDC_AUDIENCE',
    schema: z.string(),
    default: 'travel-rule',
    description: 'Audience that every access token must have.',
  },
  oidcRoleClaims: {
    variable: 'GATEWAY_OIDC_ROLE_CLAIMS',
    schema: listSetting.optional(),
    description: 'Dot paths of the claims that list roles; by default realm_access.roles and those of the audience.',
  },
  assertionKeys: {
    variable: 'GATEWAY_ASSERTION_KEYS',
    schema: signingKeysSetting,
    secret: true,
    description:
      'Private Ed25519 keys, a JWK set, that sign identity assertions. The first one signs, all are published.',
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
    description: 'Scopes of each role.',
  },
  defaultRole: {
    variable: 'GATEWAY_DEFAULT_ROLE',
    schema: z.string(),
    default: 'integration',
    description: 'Role of a valid token without a known role.',
  },
}
