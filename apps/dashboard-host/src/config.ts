import {
  addressesSetting,
  defineSettings,
  issuerSetting,
  logLevelSetting,
  type Parsed,
  portSetting,
  urlSetting,
} from '@travel-rule/service/settings'
import { z } from 'zod'

/** Every setting of the dashboard's own process. */
export const settings = defineSettings({
  port: { variable: 'DASHBOARD_PORT', schema: portSetting, default: '4030', description: 'Port of the dashboard.' },
  host: {
    variable: 'DASHBOARD_HOST',
    schema: z.string(),
    default: '127.0.0.1',
    description: 'Address the dashboard listens on.',
  },
  trustedProxies: {
    variable: 'DASHBOARD_TRUSTED_PROXIES',
    schema: addressesSetting.optional(),
    description:
      'Addresses and networks of proxies in front of the dashboard; connections of these proxies are not limited by address.',
    example: '10.0.0.7,10.1.0.0/16',
  },
  baseUrl: {
    variable: 'DASHBOARD_BASE_URL',
    schema: urlSetting,
    default: 'http://localhost:4030',
    description: 'URL at which people open the dashboard. Its origin must be listed in GATEWAY_CORS_ORIGINS.',
    example: 'https://desk.vasp.example',
  },
  gatewayUrl: {
    variable: 'DASHBOARD_GATEWAY_URL',
    schema: urlSetting,
    default: 'http://localhost:4000',
    description: 'URL at which browsers reach the gateway, as GATEWAY_BASE_URL.',
  },
  oidcIssuer: {
    variable: 'DASHBOARD_OIDC_ISSUER',
    schema: issuerSetting,
    description: 'Issuer of access tokens, as GATEWAY_OIDC_ISSUER.',
    example: 'https://travel-rule.vasp.example/auth/realms/travel-rule',
  },
  clientId: {
    variable: 'DASHBOARD_CLIENT_ID',
    schema: z.string().min(1),
    default: 'dashboard',
    description:
      'Public client (code flow with PKCE) with which people sign in; its redirect URI is `<DASHBOARD_BASE_URL>/`.',
  },
  logLevel: {
    variable: 'DASHBOARD_LOG_LEVEL',
    schema: logLevelSetting,
    default: 'info',
    description: 'Lowest level that is logged.',
  },
})

export type Config = Parsed<typeof settings>
