import {
  booleanSetting,
  countSetting,
  databaseUrlSetting,
  defineSettings,
  jsonSetting,
  type Parsed,
  parsedSetting,
  partsSetting,
  portSetting,
  secondsSetting,
  signingKeysSetting,
  urlSetting,
} from '@travel-rule/service/settings'
import { sharedSettings } from '@travel-rule/service/shared-settings'
import { z } from 'zod'
import { parseAssetList } from './assets/domain/asset-list.ts'
import type { FourEyesLimits } from './cases/domain/four-eyes.ts'
import { CHECK_NAMES, type CheckName } from './checks/domain/check.ts'
import { parseAmount } from './foundation/domain/amount.ts'
import { parseLei } from './foundation/domain/lei.ts'
import { parseJurisdictions } from './jurisdictions/domain/jurisdiction.ts'
import { parseStops } from './release/domain/release-policy.ts'
import { LIST_NAMES, type ListName } from './screening/domain/list-entry.ts'
import { vendorMappingSchema } from './screening/domain/vendor-mapping.ts'
import { attributionMappingSchema } from './vendors/domain/attribution-mapping.ts'

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

const assetsSetting = z
  .string()
  .max(1_000_000, 'must have at most 1,000,000 characters')
  .transform((text, context) => {
    const parsed = parseAssetList(text)
    if (parsed.ok) return parsed.assets
    for (const message of parsed.problems) context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

const checkNamesSetting = z.string().transform((text, context): ReadonlySet<CheckName> => {
  const names = text === 'none' ? [] : text.split(',').map((name) => name.trim())
  const known = names.filter((name) => CHECK_NAMES.some((check) => check === name)) as CheckName[]
  if (known.length === names.length) return new Set(known)
  context.addIssue({ code: 'custom', message: `must be none, or a list of ${CHECK_NAMES.join(', ')}` })
  return z.NEVER
})

const listNamesSetting = z.string().transform((text, context) => {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const unknown = names.filter((name) => !LIST_NAMES.some((known) => known === name))
  if (unknown.length === 0) return names as ListName[]
  context.addIssue({ code: 'custom', message: `must consist of ${LIST_NAMES.join(', ')}` })
  return z.NEVER
})

/** A vendor's API: its URL, the key that signs requests, and the time limit for all that is asked at once. */
function vendorApi(timeoutSeconds: number) {
  return {
    url: urlSetting,
    secret: z.string().min(16).optional(),
    timeoutSeconds: z.int().min(1).max(86_400).default(timeoutSeconds),
  }
}

const fourEyesSetting = z.string().transform((text, context): FourEyesLimits => {
  try {
    const amounts = z.record(z.string(), z.string()).parse(JSON.parse(text))
    return new Map(
      Object.entries(amounts).map(([asset, amount]) => {
        const parsed = parseAmount(amount)
        if (!parsed.ok) throw new Error(parsed.refusal.message)
        return [asset, parsed.value]
      }),
    )
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a JSON object of amounts by asset, such as {"btc":"1.5"}' })
    return z.NEVER
  }
})

const smtpUrlSetting = z.url({ protocol: /^smtps?$/, error: 'must be a URL with smtp:// or smtps://' })

const smallCountSetting = z.string().transform((text, context) => {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text)
  context.addIssue({ code: 'custom', message: 'must be an integer from 1 to 999' })
  return z.NEVER
})

const UNVERIFIED_MAX = 'address=50,travelAddress=50,vasp=50,total=1000'
const AGES_MAX = 'rate=3600,list=259200,duplicate=86400'
const DEADLINES = 'inquiry=86400,confirmation=604800,proposal=86400,case=86400'
const DELIVERY = 'timeout=20,concurrent=24,delay=2,delayMax=3600,tries=200,ttl=86400'

/** The settings of trpd. */
export const settings = defineSettings({
  port: {
    variable: 'TRPD_PORT',
    schema: portSetting,
    default: '4001',
    description: 'Port of the GraphQL subgraph; only the gateway calls it. Set it where the default is in use.',
  },
  host: sharedSettings.internalHost('TRPD_HOST'),
  databaseUrl: {
    variable: 'TRPD_DATABASE_URL',
    schema: databaseUrlSetting,
    description: 'PostgreSQL database of trpd alone.',
    secret: true,
    example: 'postgres://trpd:secret@localhost/trpd',
  },
  databaseConnections: sharedSettings.databaseConnections('12', 'TRPD_DATABASE_CONNECTIONS'),
  federatedTracing: sharedSettings.federatedTracing('TRPD_FEDERATED_TRACING'),
  drainSeconds: sharedSettings.drainSeconds('TRPD_DRAIN_SECONDS'),
  logLevel: sharedSettings.logLevel('TRPD_LOG_LEVEL'),
  assertionJwksUrl: sharedSettings.assertionJwksUrl('TRPD_ASSERTION_JWKS_URL'),
  feedJwksUrl: sharedSettings.feedJwksUrl('TRPD_FEED_JWKS_URL'),
  sealingKeys: {
    variable: 'TRPD_SEALING_KEYS',
    schema: z.string().min(1),
    description:
      'Keys that encrypt personal data at rest: comma-separated id:base64 pairs of 32 bytes. The first encrypts, all decrypt. Rotated as upgrading.md describes.',
    secret: true,
  },
  retentionErases: {
    variable: 'TRPD_RETENTION_ERASES',
    schema: booleanSetting,
    default: 'false',
    description:
      'Erases personal data automatically once the retention period of `TRPD_JURISDICTION` has ended. Query trpd { retention } first to see what would be erased.',
  },
  dataKeys: sharedSettings.dataKeys('TRPD_DATA_KEYS'),
  trpPort: {
    variable: 'TRPD_TRP_PORT',
    schema: portSetting,
    default: '4101',
    description: 'Port of the TRP listener for other VASPs. Set it where the default is in use.',
  },
  trpHost: sharedSettings.publicHost('TRPD_TRP_HOST'),
  trustedProxies: sharedSettings.trustedProxies('TRPD_TRUSTED_PROXIES'),
  tlsFolder: {
    variable: 'TRPD_TLS_FOLDER',
    schema: z.string().min(1).optional(),
    description:
      'Folder with tls.crt, tls.key and ca.crt: our certificate with its key, and the authorities of other VASPs that are trusted. The TRP listener then serves HTTPS and asks for client certificates, and requests to VASPs present ours. Set it for mutual TLS.',
    example: '/run/secrets/trp-tls',
  },
  tlsTermination: {
    variable: 'TRPD_TLS_TERMINATION',
    schema: z.enum(['listener', 'proxy']),
    default: 'listener',
    description:
      'Where TLS to the TRP listener ends. With proxy the listener serves plain HTTP, and takes client certificates from the header Client-Cert (RFC 9440) of TRUSTED_PROXIES, which must have verified them. Set it behind a proxy that ends TLS.',
  },
  unverifiedMax: {
    variable: 'TRPD_UNVERIFIED_MAX',
    formerly: [
      'TRPD_UNVERIFIED_PER_ADDRESS_MAX',
      'TRPD_UNVERIFIED_PER_TRAVEL_ADDRESS_MAX',
      'TRPD_UNVERIFIED_PER_VASP_MAX',
    ],
    schema: partsSetting(UNVERIFIED_MAX, {
      address: countSetting,
      travelAddress: countSetting,
      vasp: countSetting,
      total: countSetting,
    }),
    default: UNVERIFIED_MAX,
    description:
      'Open inquiries of unverified senders that are stored: from one IP address or IPv6 network, to one travel address, in the name of one untrusted VASP, and in total; more get 429. An entry that is left out has its default. See production.md, Limits per address. Raise it for VASPs that send many inquiries without a certificate.',
    example: 'address=200,travelAddress=200',
  },
  publicUrl: {
    variable: 'TRPD_PUBLIC_URL',
    schema: urlSetting,
    default: 'http://localhost:4101',
    description:
      'Public base URL of the TRP listener, used in travel addresses and callbacks. Every node that other VASPs reach sets it.',
    example: 'https://trp.vasp.example',
  },
  privateHosts: {
    variable: 'TRPD_PRIVATE_HOSTS',
    schema: z.enum(['refuse', 'https', 'http']),
    default: 'refuse',
    description:
      'Requests to VASPs on private networks and localhost: refuse, https (counterparties in your own network), or http (development).',
  },
  travelAddressPorts: {
    variable: 'TRPD_TRAVEL_ADDRESS_PORTS',
    schema: booleanSetting,
    default: 'true',
    description:
      'Whether travel addresses and LNURLs of VASPs may name a port. Set false where your firewall only lets requests to the standard ports out.',
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
    description: 'Legal entity identifier of the VASP that runs this node. Set it if the VASP has one.',
  },
  assets: {
    variable: 'ASSETS',
    formerly: ['TRPD_ASSETS'],
    schema: assetsSetting,
    default: '[]',
    description:
      'Further assets beside the built-in ones, and DTIs for those, a JSON array, usually in a file that ASSETS_FILE names: see "Assets" in production.md. aopd can prove addresses of those with BITCOIN or EVM addresses.',
  },
  jurisdiction: {
    variable: 'TRPD_JURISDICTION',
    schema: z.string().min(1).optional(),
    description:
      'Whose law this node is under: EU, US, UK, CH, SG, JP, AE (Dubai), or one of TRPD_JURISDICTIONS. Without it, the completeness of IVMS101 data is not judged.',
    example: 'EU',
  },
  jurisdictions: {
    variable: 'TRPD_JURISDICTIONS',
    schema: parsedSetting(parseJurisdictions),
    default: '[]',
    description:
      'Jurisdictions that replace built-in ones or are added, a JSON array, usually in a file that TRPD_JURISDICTIONS_FILE names: see compliance.md.',
  },
  requiredChecks: {
    variable: 'TRPD_REQUIRED_CHECKS',
    schema: checkNamesSetting,
    default: 'IVMS101_COMPLETENESS,MEANINGFUL_NAMES,BENEFICIARY_MATCH,DUPLICATE',
    description:
      'Checks that must PASS before an inquiry is approved automatically, comma-separated, or none, and SCREENING wherever screening is set up. A check that FAILs always prevents it.',
  },
  releasePolicy: {
    variable: 'TRPD_RELEASE_POLICY',
    schema: parsedSetting(parseStops, 100_000),
    default: '[]',
    description:
      'Findings that stop a transaction beside those of the law, a JSON array, usually in a file that TRPD_RELEASE_POLICY_FILE names: see "What stops a transaction" in compliance.md. It can only tighten what TRPD_JURISDICTION and screening require.',
    example: '[{"check":"SCREENING","verdicts":["WARN"],"acts":["PAY","CREDIT"]}]',
  },
  agesMax: {
    variable: 'TRPD_AGES_MAX',
    formerly: ['TRPD_RATE_AGE_MAX_SECONDS', 'TRPD_SCREENING_LIST_AGE_MAX_SECONDS', 'TRPD_DUPLICATE_SECONDS'],
    schema: partsSetting(AGES_MAX, { rate: secondsSetting, list: secondsSetting, duplicate: secondsSetting }),
    default: AGES_MAX,
    description:
      'Maximum ages in seconds. An older `rate` of setRates is not used: amounts in its currency are unknown, and rules with such a condition approve and decline nothing; raise it if your back end sets rates less often. With an older sanctions `list`, transactions without a hit are UNKNOWN: set it to how often you load the lists, with time for a failure. An earlier transaction with the same travel address, asset and amount is a possible `duplicate` up to this age: your compliance policy decides. An entry that is left out has its default.',
    example: 'list=86400',
  },
  customerLookup: {
    variable: 'TRPD_CUSTOMER_LOOKUP',
    formerly: ['TRPD_CUSTOMER_LOOKUP_URL', 'TRPD_CUSTOMER_LOOKUP_TOKEN'],
    schema: jsonSetting(z.strictObject({ url: urlSetting, token: z.string().min(1).optional() })).optional(),
    secret: true,
    description:
      'Service of the operator that knows the customers that upsertCustomer has not stored, as JSON, usually in a file that TRPD_CUSTOMER_LOOKUP_FILE names: its `url`, and a bearer `token` if it requires one. An inquiry for such a customer is sent there with POST: see compliance.md. With http it may be on a private network.',
    example: '{"url":"https://backend.internal/customers","token":"…"}',
  },
  gleifUrl: {
    variable: 'TRPD_GLEIF_URL',
    schema: urlSetting.optional(),
    description:
      "Base URL of GLEIF's API or of a mirror with the same responses, to which `/lei-records/<lei>` is added. The LEIs of the directory are looked up there daily: see compliance.md. Without it, only officers say what the state of an LEI is. With http it may be on a private network.",
    example: 'https://api.gleif.org/api/v1',
  },
  proofFeedUrl: {
    variable: 'TRPD_PROOF_FEED_URL',
    schema: urlSetting.optional(),
    description:
      "aopd's feed of ownership proofs, `/proof-events` on its internal port. Without it, the check OWNERSHIP_PROOF knows no proof: see compliance.md. Needs TRPD_SIGNING_KEYS, and AOPD_PROOF_FEED_JWKS_URL at aopd.",
    example: 'http://aopd:4002/proof-events',
  },
  signingKeys: {
    variable: 'TRPD_SIGNING_KEYS',
    schema: signingKeysSetting.optional(),
    secret: true,
    description:
      'JWK set of private Ed25519 keys that sign requests to TRPD_PROOF_FEED_URL. The first signs; all are published at `/.well-known/jwks.json` on the internal port.',
  },
  deadlines: {
    variable: 'TRPD_DEADLINES',
    formerly: [
      'TRPD_INQUIRY_TTL_SECONDS',
      'TRPD_CONFIRMATION_TTL_SECONDS',
      'TRPD_PROPOSAL_TTL_SECONDS',
      'TRPD_CASE_DUE_SECONDS',
    ],
    schema: partsSetting(DEADLINES, {
      inquiry: secondsSetting,
      confirmation: secondsSetting,
      proposal: secondsSetting,
      case: secondsSetting,
    }),
    default: DEADLINES,
    description:
      'Time limits in seconds: for a counterparty to decide about our `inquiry` and for its `confirmation` of a transfer that we approved, and for a second person to decide about a `proposal`; then each expires. And when a `case` is due after it was opened, unless a person sets its due time. An entry that is left out has its default. Your compliance policy decides.',
    example: 'inquiry=172800,case=28800',
  },
  screeningLists: {
    variable: 'TRPD_SCREENING_LISTS',
    schema: listNamesSetting,
    default: '',
    description:
      'Sanctions lists that transactions are screened against, separated by commas: OFAC_SDN, EU_FSF, UN, UK, OPENSANCTIONS. Each must be loaded with `npm run screening:update`; until then transactions without a hit are UNKNOWN. Empty: none.',
    example: 'OFAC_SDN,EU_FSF,UN,UK',
  },
  screeningVendor: {
    variable: 'TRPD_SCREENING_VENDOR',
    formerly: ['TRPD_SCREENING_VENDOR_URL', 'TRPD_SCREENING_VENDOR_SECRET'],
    schema: jsonSetting(vendorMappingSchema.extend(vendorApi(10))).optional(),
    description:
      'API that screens names beside the lists, as JSON, usually in a file that TRPD_SCREENING_VENDOR_FILE names: its URL, the key that signs requests, how it is asked and how its response is read. See "Vendor" in screening.md.',
    secret: true,
    example:
      '{"url":"https://api.vendor.example/v1/search","body":{"query":"{name}"},"hits":"results","name":"caption"}',
  },
  attributionVendor: {
    variable: 'TRPD_ATTRIBUTION_VENDOR',
    formerly: ['TRPD_ATTRIBUTION_VENDOR_URL', 'TRPD_ATTRIBUTION_VENDOR_SECRET'],
    schema: jsonSetting(attributionMappingSchema.extend(vendorApi(5))).optional(),
    description:
      'API that says which VASP an address belongs to when an officer asks, as JSON, usually in a file that TRPD_ATTRIBUTION_VENDOR_FILE names: its URL, the key that signs requests, how it is asked and how its response is read. See "Who holds an address" in compliance.md.',
    secret: true,
    example:
      '{"url":"https://api.vendor.example/v1/address","vendor":"Example Analytics","body":{"asset":"{caip19}","address":"{address}"},"name":"entity.name"}',
  },
  mail: {
    variable: 'TRPD_MAIL',
    formerly: ['TRPD_SMTP_URL', 'TRPD_MAIL_FROM'],
    schema: jsonSetting(z.strictObject({ url: smtpUrlSetting, from: z.email('must be an e-mail address') })).optional(),
    secret: true,
    description:
      'How the links of data requests are sent, as JSON, usually in a file that TRPD_MAIL_FILE names: the `url` of the mail server, smtps:// for TLS from the start, smtp:// for STARTTLS, which is required unless the URL has ?ignoreTLS=true; and the address `from` which they come. Without it, officers hand the links over themselves.',
    example: '{"url":"smtps://user:password@mail.vasp.example:465","from":"compliance@vasp.example"}',
  },
  fourEyes: {
    variable: 'TRPD_FOUR_EYES_ABOVE',
    schema: fourEyesSetting,
    default: '{}',
    description:
      'Amounts in whole units, by the id of the asset, above which a decision about an inquiry needs a second person, a JSON object. An asset that is not listed never needs one. Your compliance policy decides.',
    example: '{"btc":"1","eth":"20"}',
  },
  reviewedReasonsOnly: {
    variable: 'TRPD_REVIEWED_REASONS_ONLY',
    schema: booleanSetting,
    default: 'false',
    description:
      'Whether counterparties receive only reviewed reasons, chosen by reasonId; free text in the field reason is then refused. Your compliance policy decides.',
  },
  delivery: {
    variable: 'TRPD_DELIVERY',
    formerly: [
      'TRPD_DELIVERY_RETRIES',
      'TRPD_DELIVERY_TTL_SECONDS',
      'TRPD_DELIVERY_TRIES_MAX',
      'TRPD_DELIVERY_DELAY_SECONDS',
      'TRPD_DELIVERY_DELAY_MAX_SECONDS',
      'TRPD_DELIVERIES_MAX',
      'TRPD_OUTBOUND_TIMEOUT_SECONDS',
    ],
    schema: partsSetting(DELIVERY, {
      timeout: secondsSetting,
      concurrent: smallCountSetting,
      delay: secondsSetting,
      delayMax: secondsSetting,
      tries: smallCountSetting,
      ttl: secondsSetting,
    }),
    default: DELIVERY,
    description:
      'How messages are sent to counterparties, in seconds. `timeout` limits a request, including the response body: raise it for counterparties that respond slowly. One process sends `concurrent` messages at a time, at most 4 of them to one VASP; a third of them, if that is at least 4, is for counterparties that have accepted a message before: raise it if messages wait although counterparties respond quickly. `delay` is the longest delay before the second attempt, which doubles with each attempt up to `delayMax`; each delay is a random part of it. After `tries` attempts or `ttl` seconds the delivery fails until an officer retries it: raise `ttl` for counterparties that are unavailable for longer. An entry that is left out has its default.',
    example: 'timeout=60,ttl=259200',
  },
})

/** The parsed settings of trpd. */
export type Config = Parsed<typeof settings>
