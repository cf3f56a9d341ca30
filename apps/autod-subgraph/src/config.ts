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
      'Port of the subgraph: GraphQL for the gateway, health, metrics, and the keys that its feed readers sign with.',
  },
  host: {
    variable: 'AUTOD_HOST',
    schema: z.string(),
    default: '127.0.0.1',
    description: 'Address to listen on.',
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
    description: 'Least serious messages that are logged.',
  },
  assertionJwksUrl: {
    variable: 'AUTOD_ASSERTION_JWKS_URL',
    schema: urlSetting,
    default: 'http://127.0.0.1:4010/.well-known/jwks.json',
    description: 'Where the gateway publishes the keys of its identity assertions (its internal port).',
  },
  feeds: {
    variable: 'AUTOD_FEEDS',
    schema: feedUrlsSetting,
    default: 'trpd=http://127.0.0.1:4001/events,aopd=http://127.0.0.1:4002/events',
    description: 'Event feeds that the audit log follows, by the name of their service.',
  },
  signingKeys: {
    variable: 'AUTOD_SIGNING_KEYS',
    schema: signingKeysSetting,
    secret: true,
    description:
      'Private Ed25519 keys, a JWK set, that sign the requests to the feeds. The first one signs, all are published.',
  },
})

export type Config = Parsed<typeof settings>
