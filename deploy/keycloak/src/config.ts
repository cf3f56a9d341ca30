import { defineSettings, type Parsed, urlSetting } from '@travel-rule/service/settings'
import { z } from 'zod'

/** Settings of `npm run keycloak:apply`. */
export const settings = defineSettings({
  url: {
    variable: 'KEYCLOAK_URL',
    schema: urlSetting,
    default: 'http://localhost:8080/auth',
    description: "Keycloak's own port, which the gateway does not pass on, as this command reaches it.",
  },
  adminUrl: {
    variable: 'KEYCLOAK_ADMIN_URL',
    schema: urlSetting,
    default: 'http://localhost:8080/auth',
    description: 'URL at which the browsers of operators reach that port.',
  },
  user: {
    variable: 'KEYCLOAK_ADMIN_USER',
    schema: z.string().min(1),
    default: 'admin',
    description: 'Administrator of the master realm.',
  },
  password: {
    variable: 'KEYCLOAK_ADMIN_PASSWORD',
    schema: z.string().min(1).optional(),
    secret: true,
    description: 'Password of that administrator; `secrets/keycloak_admin_password` by default.',
  },
  clientId: {
    variable: 'KEYCLOAK_ADMIN_CLIENT_ID',
    schema: z.string().min(1),
    default: 'admin-cli',
    description: 'Client of the master realm with which this command signs in.',
  },
  clientSecret: {
    variable: 'KEYCLOAK_ADMIN_CLIENT_SECRET',
    schema: z.string().min(1).optional(),
    secret: true,
    description:
      'Secret of that client, whose service account is then used instead of an administrator, for example when administrators have a second factor.',
  },
  baseUrl: {
    variable: 'BASE_URL',
    schema: urlSetting,
    default: 'http://localhost:4000',
    description: 'URL at which clients reach the gateway, as for `docker compose`.',
  },
  gatewayUrl: {
    variable: 'GATEWAY_URL',
    schema: urlSetting,
    default: 'http://gateway:4000',
    description: 'URL at which Keycloak itself reaches the gateway, to report logouts.',
  },
  apiClientSecret: {
    variable: 'CLIENT_SECRET',
    schema: z.string().min(1).optional(),
    secret: true,
    description: 'Secret that `travel-rule-client` gets; `secrets/client_secret` by default.',
  },
})

export type Config = Parsed<typeof settings>
