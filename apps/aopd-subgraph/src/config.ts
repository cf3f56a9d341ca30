import { openSealer } from '@travel-rule/database/seal'
import {
  addressesSetting,
  booleanSetting,
  databaseConnectionsSetting,
  databaseUrlSetting,
  defineSettings,
  drainSecondsSetting,
  logLevelSetting,
  type Parsed,
  portSetting,
  urlSetting,
} from '@travel-rule/service/settings'
import { z } from 'zod'
import { parseRetentionPeriods } from './erasure/domain/retention-period.ts'
import { toPrintableAscii, VASP_NAME_CHARACTERS_MAX } from './proofs/domain/challenge.ts'
import { parseAssetList } from './signatures/domain/asset-list.ts'

const retentionPeriodsSetting = z
  .string()
  .max(1_000_000, 'must have at most 1,000,000 characters')
  .transform((text, context) => {
    const parsed = parseRetentionPeriods(text)
    if ('periods' in parsed) return parsed.periods
    context.addIssue({ code: 'custom', message: parsed.problem })
    return z.NEVER
  })

export type Config = Parsed<typeof settings>

export const settings = defineSettings({
  port: {
    variable: 'AOPD_PORT',
    schema: portSetting,
    default: '4002',
    description:
      'Internal port: GraphQL for the gateway, the event feed, health and metrics. Set it where the default is in use.',
  },
  host: {
    variable: 'AOPD_HOST',
    schema: z.string(),
    default: '127.0.0.1',
    description: 'Address that the internal port is bound to: 0.0.0.0 in a container.',
  },
  aoppPort: {
    variable: 'AOPD_AOPP_PORT',
    schema: portSetting,
    default: '4102',
    description: "Public port: AOPP callbacks of wallets, and the customers' page. Set it where the default is in use.",
  },
  aoppHost: {
    variable: 'AOPD_AOPP_HOST',
    schema: z.string(),
    default: '127.0.0.1',
    description:
      'Address that the public port is bound to: 0.0.0.0 in a container, or where customers connect without a proxy.',
  },
  trustedProxies: {
    variable: 'AOPD_TRUSTED_PROXIES',
    schema: addressesSetting.optional(),
    description:
      'Addresses and networks of proxies in front of the public port, which name the client in x-forwarded-for. Limits per address then count clients; connections of these proxies are not limited by address. Set it behind a proxy or load balancer.',
    example: '10.0.0.7,10.1.0.0/16',
  },
  publicUrl: {
    variable: 'AOPD_PUBLIC_URL',
    schema: urlSetting,
    description: 'Public base URL of this service, for the links that customers and their wallets open.',
    example: 'https://proofs.example.com',
  },
  vaspName: {
    variable: 'AOPD_VASP_NAME',
    schema: z
      .string()
      .trim()
      .min(1, 'must not be blank')
      .max(VASP_NAME_CHARACTERS_MAX, `must have at most ${VASP_NAME_CHARACTERS_MAX} characters`)
      .refine(
        (name) => /[A-Za-z0-9]/.test(toPrintableAscii(name)),
        'must contain letters or digits that can be written in ASCII',
      ),
    description: 'Name of the VASP as its customers know it, part of the challenge that they sign.',
    example: 'Example VASP',
  },
  assets: {
    variable: 'AOPD_ASSETS',
    schema: z
      .string()
      .max(1_000_000, 'must have at most 1,000,000 characters')
      .transform((text, context) => {
        const parsed = parseAssetList(text)
        if (parsed.ok) return parsed.assets
        for (const message of parsed.problems) context.addIssue({ code: 'custom', message })
        return z.NEVER
      }),
    default: '[]',
    description:
      'The list of TRPD_ASSETS, usually the same file (AOPD_ASSETS_FILE). Addresses of its BITCOIN and EVM assets can be proven.',
  },
  jurisdiction: {
    variable: 'AOPD_JURISDICTION',
    schema: z.string().min(1).optional(),
    description:
      'Whose law sets how long proofs are kept: EU, US, UK, CH, SG, JP, AE (Dubai), or one of AOPD_RETENTION_PERIODS; usually that of TRPD_JURISDICTION. Without it, no period is known.',
    example: 'EU',
  },
  retentionPeriods: {
    variable: 'AOPD_RETENTION_PERIODS',
    schema: retentionPeriodsSetting,
    default: '[]',
    description:
      'Retention periods of proofs that replace built-in ones or are added, a JSON array, usually in a file that AOPD_RETENTION_PERIODS_FILE names: see compliance.md.',
  },
  retentionErases: {
    variable: 'AOPD_RETENTION_ERASES',
    schema: booleanSetting,
    default: 'false',
    description:
      'Whether the personal data of proofs is erased by itself when the retention period of `AOPD_JURISDICTION` has ended. Query aopd { retention } first: it says what would be erased.',
  },
  databaseUrl: {
    variable: 'AOPD_DATABASE_URL',
    schema: databaseUrlSetting,
    secret: true,
    description: 'PostgreSQL database of this service alone.',
  },
  databaseConnections: {
    variable: 'AOPD_DATABASE_CONNECTIONS',
    schema: databaseConnectionsSetting,
    default: '8',
    description:
      'Maximum number of connections in the pools of a process, from 4 to 1000. A quarter each is reserved for the AOPP listener and for jobs. It has two more for listening and leases: see production.md, Replicas. Raise it if requests wait for a connection.',
  },
  sealingKeys: {
    variable: 'AOPD_SEALING_KEYS',
    schema: z.string().refine(areSealingKeys, 'must be id:base64 pairs of 32 bytes each, separated by commas'),
    secret: true,
    description:
      'Keys that encrypt personal data: comma-separated id:base64 pairs of 32 bytes. The first encrypts, all decrypt. Rotated as upgrading.md describes.',
  },
  dataKeys: {
    variable: 'AOPD_DATA_KEYS',
    schema: booleanSetting,
    default: 'true',
    description:
      'Whether each proof is encrypted with a key of its own, which the sealing keys wrap, and so are stored ones in the background. Versions up to 0.1.0 cannot read such proofs: set false while replicas of one run.',
  },
  assertionJwksUrl: {
    variable: 'AOPD_ASSERTION_JWKS_URL',
    schema: urlSetting,
    default: 'http://127.0.0.1:4010/.well-known/jwks.json',
    description:
      "URL of the gateway's public keys, which verify identity assertions. Set it where the gateway runs on another host.",
  },
  feedJwksUrl: {
    variable: 'AOPD_FEED_JWKS_URL',
    schema: urlSetting,
    default: 'http://127.0.0.1:4003/.well-known/jwks.json',
    description:
      "URL of autod's public keys, which verify the assertions of feed readers. Set it where autod runs on another host.",
  },
  proofFeedJwksUrl: {
    variable: 'AOPD_PROOF_FEED_JWKS_URL',
    schema: urlSetting.optional(),
    description:
      "URL of trpd's public keys. With it, trpd may read which addresses are proven, with the customer references of their proofs, from `/proof-events` on the internal port; see TRPD_PROOF_FEED_URL.",
    example: 'http://trpd:4001/.well-known/jwks.json',
  },
  federatedTracing: {
    variable: 'AOPD_FEDERATED_TRACING',
    schema: booleanSetting,
    default: 'false',
    description:
      'Whether a gateway may ask for the time of each field, with the header `apollo-federation-include-trace: ftv1`. Only for gateways that report traces; ours does not ask.',
  },
  drainSeconds: {
    variable: 'AOPD_DRAIN_SECONDS',
    schema: drainSecondsSetting,
    default: '5',
    description:
      'How long aopd still accepts requests after SIGTERM, so that none is lost on its way. At least 5 while callers may keep idle connections. 0 on a machine for development.',
  },
  logLevel: {
    variable: 'AOPD_LOG_LEVEL',
    schema: logLevelSetting,
    default: 'info',
    description: 'Minimum level of log lines: debug while you look for a problem.',
  },
})

function areSealingKeys(keys: string): boolean {
  try {
    openSealer(keys)
    return true
  } catch {
    return false
  }
}
