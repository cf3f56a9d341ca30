import {
  databaseUrlSetting,
  defineSettings,
  logLevelSetting,
  type Parsed,
  portSetting,
  signingKeysSetting,
  urlSetting,
} from '@travel-rule/service/settings'
import { z } from 'zod'
import { feedUrlsSetting } from './feeds/open-feeds.ts'

export const settings = defineSettings({
  port: {
    variable: 'AUTOD_PORT',
    schema: portSetting,
    default: '4003',
    description:
      'Internal port: GraphQL for the gateway, health, metrics, and the public keys that verify its feed requests.',
  },
  host: {
    variable: 'AUTOD_HOST',
    schema: z.string(),
    default: '127.0.0.1',
    description: 'Address that the internal port is bound to.',
  },
  databaseUrl: {
    variable: 'AUTOD_DATABASE_URL',
    schema: databaseUrlSetting,
    secret: true,
    description: 'PostgreSQL database of autod.',
    example: 'postgres://autod:…@postgres:5432/autod',
  },
  logLevel: {
    variable: 'AUTOD_LOG_LEVEL',
    schema: logLevelSetting,
    default: 'info',
    description: 'Minimum level of log lines.',
  },
  assertionJwksUrl: {
    variable: 'AUTOD_ASSERTION_JWKS_URL',
    schema: urlSetting,
    default: 'http://127.0.0.1:4010/.well-known/jwks.json',
    description: "URL of the gateway's public keys (internal port), which verify identity assertions.",
  },
  feeds: {
    variable: 'AUTOD_FEEDS',
    schema: feedUrlsSetting,
    default: 'trpd=http://127.0.0.1:4001/events,aopd=http://127.0.0.1:4002/events',
    description: 'Event feeds that the audit log follows, by service name.',
  },
  signingKeys: {
    variable: 'AUTOD_SIGNING_KEYS',
    schema: signingKeysSetting,
    secret: true,
    description: 'JWK set of private Ed25519 keys that sign requests to the feeds. The first signs, all are published.',
  },
})

export type Config = Parsed<typeof settings>
