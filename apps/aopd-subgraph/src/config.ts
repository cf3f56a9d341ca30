import { openSealer } from '@travel-rule/database/seal'
import {
  booleanSetting,
  databaseUrlSetting,
  defineSettings,
  type Parsed,
  parsedSetting,
  portSetting,
  urlSetting,
} from '@travel-rule/service/settings'
import { sharedSettings } from '@travel-rule/service/shared-settings'
import { z } from 'zod'
import { parseRetentionPeriods } from './erasure/domain/retention-period.ts'
import { toPrintableAscii, VASP_NAME_CHARACTERS_MAX } from './proofs/domain/challenge.ts'
import { parseAssetList } from './signatures/domain/asset-list.ts'

export type Config = Parsed<typeof settings>

export const settings = defineSettings({
  port: {
    variable: 'AOPD_PORT',
    schema: portSetting,
    default: '4002',
    description:
      'Internal port: GraphQL for the gateway, the event feed, health and metrics. Set it where the default is in use.',
  },
  host: sharedSettings.internalHost('AOPD_HOST'),
  aoppPort: {
    variable: 'AOPD_AOPP_PORT',
    schema: portSetting,
    default: '4102',
    description: "Public port: AOPP callbacks of wallets, and the customers' page. Set it where the default is in use.",
  },
  aoppHost: sharedSettings.publicHost('AOPD_AOPP_HOST'),
  trustedProxies: sharedSettings.trustedProxies('AOPD_TRUSTED_PROXIES'),
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
    variable: 'ASSETS',
    formerly: ['AOPD_ASSETS'],
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
    description: 'The same list as for trpd. Addresses of its BITCOIN and EVM assets can be proven.',
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
    schema: parsedSetting(parseRetentionPeriods),
    default: '[]',
    description:
      'Retention periods of proofs that replace built-in ones or are added, a JSON array, usually in a file that AOPD_RETENTION_PERIODS_FILE names: see compliance.md.',
  },
  retentionErases: {
    variable: 'AOPD_RETENTION_ERASES',
    schema: booleanSetting,
    default: 'false',
    description:
      'Erases the personal data of proofs automatically once the retention period of `AOPD_JURISDICTION` has ended. Query aopd { retention } first to see what would be erased.',
  },
  databaseUrl: {
    variable: 'AOPD_DATABASE_URL',
    schema: databaseUrlSetting,
    secret: true,
    description: 'PostgreSQL database of this service alone.',
  },
  databaseConnections: sharedSettings.databaseConnections('8', 'AOPD_DATABASE_CONNECTIONS'),
  sealingKeys: {
    variable: 'AOPD_SEALING_KEYS',
    schema: z.string().refine(areSealingKeys, 'must be id:base64 pairs of 32 bytes each, separated by commas'),
    secret: true,
    description:
      'Keys that encrypt personal data: comma-separated id:base64 pairs of 32 bytes. The first encrypts, all decrypt. Rotated as upgrading.md describes.',
  },
  dataKeys: sharedSettings.dataKeys('AOPD_DATA_KEYS'),
  assertionJwksUrl: sharedSettings.assertionJwksUrl('AOPD_ASSERTION_JWKS_URL'),
  feedJwksUrl: sharedSettings.feedJwksUrl('AOPD_FEED_JWKS_URL'),
  proofFeedJwksUrl: {
    variable: 'AOPD_PROOF_FEED_JWKS_URL',
    schema: urlSetting.optional(),
    description:
      "URL of trpd's public keys. With it, trpd may read which addresses are proven, with the customer references of their proofs, from `/proof-events` on the internal port; see TRPD_PROOF_FEED_URL.",
    example: 'http://trpd:4001/.well-known/jwks.json',
  },
  federatedTracing: sharedSettings.federatedTracing('AOPD_FEDERATED_TRACING'),
  drainSeconds: sharedSettings.drainSeconds('AOPD_DRAIN_SECONDS'),
  logLevel: sharedSettings.logLevel('AOPD_LOG_LEVEL'),
})

function areSealingKeys(keys: string): boolean {
  try {
    openSealer(keys)
    return true
  } catch {
    return false
  }
}
