import {
  defineSettings,
  issuerSetting,
  listSetting,
  type Parsed,
  portSetting,
  urlSetting,
} from '@travel-rule/service/settings'
import { sharedSettings } from '@travel-rule/service/shared-settings'
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
    description:
      'TCP port that the identity provider listens on at 127.0.0.1; the gateway forwards /auth/* to it. Set it when 4020 is taken.',
  },
  baseUrl: {
    variable: 'GATEWAY_BASE_URL',
    formerly: ['IDP_ISSUER'],
    schema: urlSetting,
    default: 'http://localhost:4000',
    description: 'URL at which clients reach the gateway: the issuer of the tokens is below it. `npm start` sets it.',
  },
  redirectUris: {
    variable: 'IDP_REDIRECT_URIS',
    schema: redirectUrisSetting,
    default: 'http://localhost:5173/',
    description:
      'Exact URLs of a dashboard under development to which people may return after signing in or out, besides `<base URL>/` and `<base URL>/graphql`. Its pages may also request tokens. Set it when your development server listens elsewhere.',
    example: 'http://localhost:5173/,http://localhost:5173/signed-in',
  },
  dataFile: {
    variable: 'IDP_DATA_FILE',
    schema: z.string().min(1),
    description:
      'File with the keys, the client, the people and their passwords; created at the first start. `npm start` sets it.',
    example: '.data/identity-provider.json',
  },
  realIssuer: {
    variable: 'GATEWAY_OIDC_ISSUER',
    schema: urlSetting.optional(),
    description: 'Issuer that the gateway trusts. This provider refuses to start when it is another one.',
  },
  logLevel: sharedSettings.logLevel('IDP_LOG_LEVEL'),
})

export type Config = Parsed<typeof settings>
