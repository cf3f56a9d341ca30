import {
  bytesSetting,
  databaseUrlSetting,
  defineSettings,
  logLevelSetting,
  type Parsed,
  portSetting,
  secondsSetting,
  urlSetting,
} from '@travel-rule/service/settings'
import { z } from 'zod'
import { parseLei } from './domain/lei.ts'

const leiSetting = z
  .string()
  .optional()
  .transform((text, context) => {
    const lei = text === undefined ? undefined : parseLei(text)
    if (lei?.ok === false) {
      context.addIssue({ code: 'custom', message: 'must be a legal entity identifier of 20 characters' })
      return z.NEVER
    }
    return lei?.value
  })

const triesSetting = z.string().transform((text, context) => {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text)
  context.addIssue({ code: 'custom', message: 'must be a whole number from 1 to 999' })
  return z.NEVER
})

/** The settings of trpd. */
export const settings = defineSettings({
  port: {
    variable: 'TRPD_PORT',
    schema: portSetting,
    default: '4001',
    description: 'Port of the GraphQL subgraph; only the gateway calls it.',
  },
  host: {
    variable: 'TRPD_HOST',
    schema: z.string().min(1),
    default: '127.0.0.1',
    description: 'Address the subgraph listens on.',
  },
  databaseUrl: {
    variable: 'TRPD_DATABASE_URL',
    schema: databaseUrlSetting,
    description: 'PostgreSQL database of trpd.',
    secret: true,
    example: 'postgres://trpd:secret@localhost/trpd',
  },
  logLevel: {
    variable: 'TRPD_LOG_LEVEL',
    schema: logLevelSetting,
    default: 'info',
    description: 'Least severe level that is logged.',
  },
  assertionJwksUrl: {
    variable: 'TRPD_ASSERTION_JWKS_URL',
    schema: urlSetting,
    default: 'http://127.0.0.1:4010/.well-known/jwks.json',
    description: 'Keys of the gateway, which signs who is calling.',
  },
  feedJwksUrl: {
    variable: 'TRPD_FEED_JWKS_URL',
    schema: urlSetting,
    default: 'http://127.0.0.1:4003/.well-known/jwks.json',
    description: 'Keys of autod, which reads the event feed.',
  },
  sealingKeys: {
    variable: 'TRPD_SEALING_KEYS',
    schema: z.string().min(1),
    description:
      'Keys that seal personal data at rest, as id:base64 pairs of 32 bytes; the first seals, the others only open.',
    secret: true,
  },
  trpPort: {
    variable: 'TRPD_TRP_PORT',
    schema: portSetting,
    default: '4101',
    description: 'Port of the TRP listener for other VASPs.',
  },
  trpHost: {
    variable: 'TRPD_TRP_HOST',
    schema: z.string().min(1),
    default: '127.0.0.1',
    description: 'Address the TRP listener listens on.',
  },
  publicUrl: {
    variable: 'TRPD_PUBLIC_URL',
    schema: urlSetting,
    default: 'http://localhost:4101',
    description: 'Base URL of the TRP listener as other VASPs see it; stands in travel addresses and callbacks.',
    example: 'https://trp.vasp.example',
  },
  privateHosts: {
    variable: 'TRPD_PRIVATE_HOSTS',
    schema: z.enum(['refuse', 'https', 'http']),
    default: 'refuse',
    description:
      'Whether VASPs on private networks and localhost are spoken to: not at all, over https, or in plain http (development).',
  },
  vaspName: {
    variable: 'TRPD_VASP_NAME',
    schema: z.string().min(1).max(100),
    description: 'Legal name of the VASP that runs this node.',
    example: 'Example VASP Ltd',
  },
  vaspLei: {
    variable: 'TRPD_VASP_LEI',
    schema: leiSetting,
    description: 'Legal entity identifier of the VASP that runs this node.',
  },
  inquiryTtlSeconds: {
    variable: 'TRPD_INQUIRY_TTL_SECONDS',
    schema: secondsSetting,
    default: '86400',
    description: 'How long a counterparty may take to decide about our inquiry before it expires.',
  },
  confirmationTtlSeconds: {
    variable: 'TRPD_CONFIRMATION_TTL_SECONDS',
    schema: secondsSetting,
    default: '604800',
    description: 'How long a counterparty may take to confirm what we approved before it expires.',
  },
  deliveryTriesMax: {
    variable: 'TRPD_DELIVERY_TRIES_MAX',
    schema: triesSetting,
    default: '16',
    description: 'Attempts to deliver a message before it counts as undeliverable.',
  },
  deliveryDelaySeconds: {
    variable: 'TRPD_DELIVERY_DELAY_SECONDS',
    schema: secondsSetting,
    default: '2',
    description: 'Wait before the second attempt to deliver; it doubles with each.',
  },
  deliveryDelayMaxSeconds: {
    variable: 'TRPD_DELIVERY_DELAY_MAX_SECONDS',
    schema: secondsSetting,
    default: '3600',
    description: 'Longest wait between two attempts to deliver.',
  },
  outboundTimeoutSeconds: {
    variable: 'TRPD_OUTBOUND_TIMEOUT_SECONDS',
    schema: secondsSetting,
    default: '20',
    description: 'How long a counterparty may take for its whole answer.',
  },
  outboundAnswerBytesMax: {
    variable: 'TRPD_OUTBOUND_ANSWER_BYTES_MAX',
    schema: bytesSetting,
    default: '256 KiB',
    description: 'Longest answer of a counterparty that is read.',
  },
  trpBodyBytesMax: {
    variable: 'TRPD_TRP_BODY_BYTES_MAX',
    schema: bytesSetting,
    default: '256 KiB',
    description: 'Longest TRP message that is taken from a counterparty.',
  },
})

/** What trpd is started with. */
export type Config = Parsed<typeof settings>
