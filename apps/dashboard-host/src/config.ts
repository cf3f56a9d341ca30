import { defineSettings, issuerSetting, type Parsed, portSetting, urlSetting } from '@travel-rule/service/settings'
import { sharedSettings } from '@travel-rule/service/shared-settings'
import { z } from 'zod'

/** Every setting of the dashboard's own process. */
export const settings = defineSettings({
  port: {
    variable: 'DASHBOARD_PORT',
    schema: portSetting,
    default: '4030',
    description: 'Port of the dashboard. Set it when 4030 is taken.',
  },
  host: sharedSettings.publicHost('DASHBOARD_HOST'),
  trustedProxies: sharedSettings.trustedProxies('DASHBOARD_TRUSTED_PROXIES'),
  baseUrl: {
    variable: 'DASHBOARD_BASE_URL',
    schema: urlSetting,
    default: 'http://localhost:4030',
    description:
      'URL at which people open the dashboard. Every deployment sets it. Its origin must be listed in GATEWAY_CORS_ORIGINS.',
    example: 'https://desk.vasp.example',
  },
  gatewayUrl: {
    variable: 'GATEWAY_BASE_URL',
    formerly: ['DASHBOARD_GATEWAY_URL'],
    schema: urlSetting,
    default: 'http://localhost:4000',
    description: 'URL at which browsers reach the gateway.',
  },
  oidcIssuer: {
    variable: 'GATEWAY_OIDC_ISSUER',
    formerly: ['DASHBOARD_OIDC_ISSUER'],
    schema: issuerSetting,
    description: 'Issuer of the access tokens.',
    example: 'https://travel-rule.vasp.example/auth/realms/travel-rule',
  },
  clientId: {
    variable: 'DASHBOARD_CLIENT_ID',
    schema: z.string().min(1),
    default: 'dashboard',
    description:
      'Public client (code flow with PKCE) with which people sign in; its redirect URI is `<DASHBOARD_BASE_URL>/`.',
  },
  logLevel: sharedSettings.logLevel('DASHBOARD_LOG_LEVEL'),
})

export type Config = Parsed<typeof settings>
