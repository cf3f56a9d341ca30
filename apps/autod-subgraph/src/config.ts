import { openSealer } from '@travel-rule/database/seal'
import {
  countSetting,
  databaseUrlSetting,
  defineSettings,
  type Parsed,
  portSetting,
  signingKeysSetting,
  urlSetting,
} from '@travel-rule/service/settings'
import { sharedSettings } from '@travel-rule/service/shared-settings'
import { z } from 'zod'
import { checkpointKeysSetting } from './checkpoints/checkpoint-keys.ts'
import { feedUrlsSetting } from './feeds/open-feeds.ts'

export const settings = defineSettings({
  port: {
    variable: 'AUTOD_PORT',
    schema: portSetting,
    default: '4003',
    description:
      'Internal port: GraphQL for the gateway, health, metrics, and the public keys that verify its feed requests. Set it where the default is in use.',
  },
  host: sharedSettings.internalHost('AUTOD_HOST'),
  databaseUrl: {
    variable: 'AUTOD_DATABASE_URL',
    schema: databaseUrlSetting,
    secret: true,
    description: 'PostgreSQL database of autod alone.',
    example: 'postgres://autod:…@postgres:5432/autod',
  },
  databaseConnections: sharedSettings.databaseConnections('6', 'AUTOD_DATABASE_CONNECTIONS'),
  migrationDatabaseUrl: {
    variable: 'AUTOD_MIGRATION_DATABASE_URL',
    schema: databaseUrlSetting.optional(),
    secret: true,
    description:
      'The same database with the role that owns its tables and migrates it, so that the role of `AUTOD_DATABASE_URL` cannot ' +
      'change the audit log. It may be left out while no migration is pending.',
    example: 'postgres://autod_owner:…@postgres:5432/autod',
  },
  federatedTracing: sharedSettings.federatedTracing('AUTOD_FEDERATED_TRACING'),
  drainSeconds: sharedSettings.drainSeconds('AUTOD_DRAIN_SECONDS'),
  logLevel: sharedSettings.logLevel('AUTOD_LOG_LEVEL'),
  assertionJwksUrl: sharedSettings.assertionJwksUrl('AUTOD_ASSERTION_JWKS_URL'),
  feeds: {
    variable: 'AUTOD_FEEDS',
    schema: feedUrlsSetting,
    default: 'trpd=http://127.0.0.1:4001/events,aopd=http://127.0.0.1:4002/events',
    description:
      'Event feeds that the audit log follows, by service name. Set it where trpd or aopd runs on another host.',
  },
  signingKeys: {
    variable: 'AUTOD_SIGNING_KEYS',
    schema: signingKeysSetting,
    secret: true,
    description:
      'JWK set of private Ed25519 keys that sign requests to the feeds. The first signs, all are published. Rotated as upgrading.md describes.',
  },
  sealingKeys: {
    variable: 'AUTOD_SEALING_KEYS',
    schema: z.string().refine(areSealingKeys, 'must be id:base64 pairs of 32 bytes each, separated by commas'),
    secret: true,
    description:
      'Keys that encrypt the names and queries of saved views: comma-separated id:base64 pairs of 32 bytes. The first encrypts, all decrypt. Rotated as upgrading.md describes.',
  },
  checkpointKeys: {
    variable: 'AUTOD_CHECKPOINT_KEYS',
    schema: checkpointKeysSetting.optional(),
    secret: true,
    description:
      'JWK set of Ed25519 keys of the checkpoints of the audit log. The first, private, signs; others, which may be public, verify ' +
      'earlier checkpoints. Without it nothing is signed, and a changed log can pass as intact.',
  },
  checkpointFile: {
    variable: 'AUTOD_CHECKPOINT_FILE',
    schema: z.string().optional(),
    description:
      'File that every checkpoint is appended to, one JSON document per line; created when it is missing. Each replica needs its own. Set it unless AUTOD_CHECKPOINT_URL keeps them elsewhere.',
    example: '/var/lib/autod/audit-checkpoints.jsonl',
  },
  checkpointUrl: {
    variable: 'AUTOD_CHECKPOINT_URL',
    formerly: ['AUTOD_PRIVATE_HOSTS'],
    schema: urlSetting.optional(),
    description:
      'URL that every checkpoint is posted to as JSON, again until the response has a 2xx status. Set it if another party keeps them as a witness. With http it may be on a private network.',
    example: 'https://witness.vasp.example/audit-checkpoints',
  },
  checkpointEntries: {
    variable: 'AUTOD_CHECKPOINT_ENTRIES',
    schema: countSetting,
    default: '100',
    description:
      'A checkpoint is signed at the latest after this many new entries. 1 where even the last minute must be signed.',
  },
})

export type Config = Parsed<typeof settings>

function areSealingKeys(keys: string): boolean {
  try {
    openSealer(keys)
    return true
  } catch {
    return false
  }
}
