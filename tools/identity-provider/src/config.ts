import {
  defineSettings,
  issuerSetting,
  listSetting,
  logLevelSetting,
  type Parsed,
  portSetting,
  urlSetting,
} from '@travel-rule/service/settings'
import { z } from 'zod'

const redirectUrisSetting = listSetting.refine((uris) => uris.every((uri) => issuerSetting.safeParse(uri).success), {
  error: 'must be URLs like http://localhost:5173/signed-in, without user, password, ? and #',
})

/** Settings of the embedded identity provider. */
export const settings = defineSettings({
  port: {
    variable: 'IDP_PORT',
    schema: portSetting,
    default: '4020',
    description: 'TCP port the identity provider listens on.',
  },
  host: {
    variable: 'IDP_HOST',
    schema: z.string().min(1),
    default: '127.0.0.1',
    description: 'Address the identity provider listens on. The gateway forwards /auth/* to it.',
  },
  issuer: {
    variable: 'IDP_ISSUER',
    schema: urlSetting,
    default: 'http://localhost:4000/auth/realms/travel-rule',
    description: 'Issuer of the tokens, as clients reach it: the base URL followed by /auth/realms/ and the realm.',
  },
  realm: {
    variable: 'IDP_REALM',
    schema: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be letters, digits, - and _'),
    default: 'travel-rule',
    description: 'Name of the realm, the last part of the issuer.',
  },
  redirectUris: {
    variable: 'IDP_REDIRECT_URIS',
    schema: redirectUrisSetting,
    default: 'http://localhost:5173/',
    description:
      'Exact URLs of a dashboard under development to which people may return after signing in or out, besides `<base URL>/` and `<base URL>/graphql`. Its pages may also request tokens.',
    example: 'http://localhost:5173/,http://localhost:5173/signed-in',
  },
  audience: {
    variable: 'IDP_AUDIENCE',
    schema: z.string().min(1),
    default: 'travel-rule',
    description: 'Audience (aud) of the access tokens.',
  },
  dataFile: {
    variable: 'IDP_DATA_FILE',
    schema: z.string().min(1),
    description: 'File with the keys, the client, the people and their passwords; created at the first start.',
    example: '.data/identity-provider.json',
  },
  realIssuer: {
    variable: 'GATEWAY_OIDC_ISSUER',
    schema: urlSetting.optional(),
    description: 'Issuer that the gateway trusts. This provider refuses to start when it differs from IDP_ISSUER.',
  },
  logLevel: {
    variable: 'IDP_LOG_LEVEL',
    schema: logLevelSetting,
    default: 'info',
    description: 'Least severe level that is logged.',
  },
})

export type Config = Parsed<typeof settings>
