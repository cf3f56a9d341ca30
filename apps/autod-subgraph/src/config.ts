import { openSealer } from '@travel-rule/database/seal'
import {
  booleanSetting,
  countSetting,
  databaseConnectionsSetting,
  databaseUrlSetting,
  defineSettings,
  drainSecondsSetting,
  logLevelSetting,
  type Parsed,
  portSetting,
  signingKeysSetting,
  urlSetting,
} from '@travel-rule/service/settings'
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
  host: {
    variable: 'AUTOD_HOST',
    schema: z.string(),
    default: '127.0.0.1',
    description: 'Address that the internal port is bound to: 0.0.0.0 in a container.',
  },
  databaseUrl: {
    variable: 'AUTOD_DATABASE_URL',
    schema: databaseUrlSetting,
    secret: true,
    description: 'PostgreSQL database of autod alone.',
    example: 'postgres://autod:…@postgres:5432/autod',
  },
  databaseConnections: {
    variable: 'AUTOD_DATABASE_CONNECTIONS',
    schema: databaseConnectionsSetting,
    default: '6',
    description:
      'Maximum number of connections in the pools of a process, from 4 to 1000. It has one for each feed and one more for listening and leases: see production.md, Replicas. Raise it if requests wait for a connection.',
  },
  migrationDatabaseUrl: {
    variable: 'AUTOD_MIGRATION_DATABASE_URL',
    schema: databaseUrlSetting.optional(),
    secret: true,
    description:
      'The same database with the role that owns its tables and migrates it, so that the role of `AUTOD_DATABASE_URL` cannot ' +
      'change the audit log. It may be left out while no migration is pending.',
    example: 'postgres://autod_owner:…@postgres:5432/autod',
  },
  federatedTracing: {
    variable: 'AUTOD_FEDERATED_TRACING',
    schema: booleanSetting,
    default: 'false',
    description:
      'Whether a gateway may ask for the time of each field, with the header `apollo-federation-include-trace: ftv1`. Only for gateways that report traces; ours does not ask.',
  },
  drainSeconds: {
    variable: 'AUTOD_DRAIN_SECONDS',
    schema: drainSecondsSetting,
    default: '5',
    description:
      'How long autod still accepts requests after SIGTERM, so that none is lost on its way. At least 5 while callers may keep idle connections. 0 on a machine for development.',
  },
  logLevel: {
    variable: 'AUTOD_LOG_LEVEL',
    schema: logLevelSetting,
    default: 'info',
    description: 'Minimum level of log lines: debug while you look for a problem.',
  },
  assertionJwksUrl: {
    variable: 'AUTOD_ASSERTION_JWKS_URL',
    schema: urlSetting,
    default: 'http://127.0.0.1:4010/.well-known/jwks.json',
    description:
      "URL of the gateway's public keys (internal port), which verify identity assertions. Set it where the gateway runs on another host.",
  },
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
    schema: urlSetting.optional(),
    description:
      'URL that every checkpoint is posted to as JSON, again until the response has a 2xx status. Set it if another party keeps them as a witness.',
    example: 'https://witness.vasp.example/audit-checkpoints',
  },
  checkpointEntries: {
    variable: 'AUTOD_CHECKPOINT_ENTRIES',
    schema: countSetting,
    default: '100',
    description:
      'A checkpoint is signed at the latest after this many new entries. 1 where even the last minute must be signed.',
  },
  privateHosts: {
    variable: 'AUTOD_PRIVATE_HOSTS',
    schema: z.enum(['refuse', 'https', 'http']),
    default: 'refuse',
    description:
      'Requests to `AUTOD_CHECKPOINT_URL` on private networks and localhost: refuse, https (a witness in your own network), or http (development).',
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
