import { parseJson } from '@travel-rule/service/json'
import {
  addressesSetting,
  booleanSetting,
  countSetting,
  databaseConnectionsSetting,
  databaseUrlSetting,
  defineSettings,
  drainSecondsSetting,
  logLevelSetting,
  type Parsed,
  partsSetting,
  portSetting,
  secondsSetting,
  signingKeysSetting,
  urlSetting,
} from '@travel-rule/service/settings'
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

const jurisdictionsSetting = z
  .string()
  .max(1_000_000, 'must have at most 1,000,000 characters')
  .transform((text, context) => {
    const parsed = parseJurisdictions(text)
    if (parsed.ok) return parsed.value
    context.addIssue({ code: 'custom', message: parsed.refusal.message })
    return z.NEVER
  })

const stopsSetting = z
  .string()
  .max(100_000, 'must have at most 100,000 characters')
  .transform((text, context) => {
    const parsed = parseStops(text)
    if (parsed.ok) return parsed.value
    context.addIssue({ code: 'custom', message: parsed.refusal.message })
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

function jsonSetting<Value>(schema: z.ZodType<Value>) {
  return z.string().transform((text, context): Value => {
    const json = parseJson(text)
    if (json === undefined) {
      context.addIssue({ code: 'custom', message: 'is not valid JSON' })
      return z.NEVER
    }
    const parsed = schema.safeParse(json)
    if (parsed.success) return parsed.data
    for (const { path, message } of parsed.error.issues)
      context.addIssue({ code: 'custom', message: `${path.join('.') || 'JSON'}: ${message}` })
    return z.NEVER
  })
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
const DELIVERY_RETRIES = 'delay=2,delayMax=3600,tries=200,ttl=86400'

/** The settings of trpd. */
export const settings = defineSettings({
  port: {
    variable: 'TRPD_PORT',
    schema: portSetting,
    default: '4001',
    description: 'Port of the GraphQL subgraph; only the gateway calls it. Set it where the default is in use.',
  },
  host: {
    variable: 'TRPD_HOST',
    schema: z.string().min(1),
    default: '127.0.0.1',
    description: 'Address that the subgraph listens on: 0.0.0.0 in a container.',
  },
  databaseUrl: {
    variable: 'TRPD_DATABASE_URL',
    schema: databaseUrlSetting,
    description: 'PostgreSQL database of trpd alone.',
    secret: true,
    example: 'postgres://trpd:secret@localhost/trpd',
  },
  databaseConnections: {
    variable: 'TRPD_DATABASE_CONNECTIONS',
    schema: databaseConnectionsSetting,
    default: '12',
    description:
      'Maximum number of connections in the pools of a process, from 4 to 1000. A quarter each is reserved for the TRP listener and for jobs. It has three more for listening and leases: see production.md, Replicas. Raise it if requests wait for a connection.',
  },
  federatedTracing: {
    variable: 'TRPD_FEDERATED_TRACING',
    schema: booleanSetting,
    default: 'false',
    description:
      'Whether a gateway may ask for the time of each field, with the header `apollo-federation-include-trace: ftv1`. Only for gateways that report traces; ours does not ask.',
  },
  drainSeconds: {
    variable: 'TRPD_DRAIN_SECONDS',
    schema: drainSecondsSetting,
    default: '5',
    description:
      'How long trpd still accepts requests after SIGTERM, so that none is lost on its way. At least 5 while callers may keep idle connections. 0 on a machine for development.',
  },
  logLevel: {
    variable: 'TRPD_LOG_LEVEL',
    schema: logLevelSetting,
    default: 'info',
    description: 'Minimum level of log lines: debug while you look for a problem.',
  },
  assertionJwksUrl: {
    variable: 'TRPD_ASSERTION_JWKS_URL',
    schema: urlSetting,
    default: 'http://127.0.0.1:4010/.well-known/jwks.json',
    description: 'Keys of the gateway, for identity assertions. Set it where the gateway runs on another host.',
  },
  feedJwksUrl: {
    variable: 'TRPD_FEED_JWKS_URL',
    schema: urlSetting,
    default: 'http://127.0.0.1:4003/.well-known/jwks.json',
    description: 'Keys of autod, for readers of the event feed. Set it where autod runs on another host.',
  },
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
      'Whether personal data is erased by itself when the retention period of `TRPD_JURISDICTION` has ended. Query trpd { retention } first: it says what would be erased.',
  },
  dataKeys: {
    variable: 'TRPD_DATA_KEYS',
    schema: booleanSetting,
    default: 'true',
    description:
      'Whether each new record is encrypted with a key of its own, which the sealing keys wrap. Versions up to 0.1.0 cannot read such records: set false while replicas of one run.',
  },
  trpPort: {
    variable: 'TRPD_TRP_PORT',
    schema: portSetting,
    default: '4101',
    description: 'Port of the TRP listener for other VASPs. Set it where the default is in use.',
  },
  trpHost: {
    variable: 'TRPD_TRP_HOST',
    schema: z.string().min(1),
    default: '127.0.0.1',
    description:
      'Address that the TRP listener listens on: 0.0.0.0 in a container, or where VASPs connect without a proxy.',
  },
  trustedProxies: {
    variable: 'TRPD_TRUSTED_PROXIES',
    schema: addressesSetting.optional(),
    description:
      'Addresses and networks of proxies in front of the TRP listener, which name the client in x-forwarded-for. Limits per address then count clients; connections of these proxies are not limited by address. Set it behind a proxy or load balancer.',
    example: '10.0.0.7,10.1.0.0/16',
  },
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
      'Where TLS to the TRP listener ends. With proxy the listener serves plain HTTP, and takes client certificates from the header Client-Cert (RFC 9440) of TRPD_TRUSTED_PROXIES, which must have verified them.',
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
    description: 'Legal entity identifier of the VASP that runs this node. Set it if it has one.',
  },
  assets: {
    variable: 'TRPD_ASSETS',
    schema: assetsSetting,
    default: '[]',
    description:
      'Further assets beside the built-in ones, and DTIs for those, a JSON array, usually in a file that TRPD_ASSETS_FILE names: see "Assets" in production.md.',
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
    schema: jurisdictionsSetting,
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
    schema: stopsSetting,
    default: '[]',
    description:
      'Findings that stop a transaction beside those of the law, a JSON array, usually in a file that TRPD_RELEASE_POLICY_FILE names: see "What stops a transaction" in compliance.md. It can only tighten what TRPD_JURISDICTION and screening require.',
    example: '[{"check":"SCREENING","verdicts":["WARN"],"acts":["PAY","CREDIT"]}]',
  },
  rateAgeMaxSeconds: {
    variable: 'TRPD_RATE_AGE_MAX_SECONDS',
    schema: secondsSetting,
    default: '3600',
    description:
      'How long a rate of setRates is used after its time. Amounts in its currency are unknown after that, and rules with such a condition approve and decline nothing. Raise it if your back end sets rates less often.',
  },
  customerLookupUrl: {
    variable: 'TRPD_CUSTOMER_LOOKUP_URL',
    schema: urlSetting.optional(),
    description:
      'Service of the operator that knows the customers that upsertCustomer has not stored. An inquiry for one is sent there with POST: see compliance.md. With http it may be on a private network.',
    example: 'https://backend.internal/customers',
  },
  customerLookupToken: {
    variable: 'TRPD_CUSTOMER_LOOKUP_TOKEN',
    schema: z.string().min(1).optional(),
    description: 'Bearer token for TRPD_CUSTOMER_LOOKUP_URL, if that service requires one.',
    secret: true,
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
  duplicateSeconds: {
    variable: 'TRPD_DUPLICATE_SECONDS',
    schema: secondsSetting,
    default: '86400',
    description:
      'How long a transaction with the same travel address, asset and amount as an earlier one is a possible duplicate. Your compliance policy decides.',
  },
  inquiryTtlSeconds: {
    variable: 'TRPD_INQUIRY_TTL_SECONDS',
    schema: secondsSetting,
    default: '86400',
    description:
      'Time limit for a counterparty to decide about our inquiry; then it expires. Your compliance policy decides.',
  },
  confirmationTtlSeconds: {
    variable: 'TRPD_CONFIRMATION_TTL_SECONDS',
    schema: secondsSetting,
    default: '604800',
    description:
      'Time limit for a counterparty to confirm a transfer that we approved; then it expires. Your compliance policy decides.',
  },
  screeningLists: {
    variable: 'TRPD_SCREENING_LISTS',
    schema: listNamesSetting,
    default: '',
    description:
      'Sanctions lists that transactions are screened against, separated by commas: OFAC_SDN, EU_FSF, UN, UK, OPENSANCTIONS. Each must be loaded with `npm run screening:update`; until then transactions without a hit are UNKNOWN. Empty: none.',
    example: 'OFAC_SDN,EU_FSF,UN,UK',
  },
  screeningListAgeMaxSeconds: {
    variable: 'TRPD_SCREENING_LIST_AGE_MAX_SECONDS',
    schema: secondsSetting,
    default: '259200',
    description:
      'A sanctions list that was loaded longer ago is outdated: transactions without a hit are then UNKNOWN. Set it to how often you load the lists, with time for a failure.',
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
  caseDueSeconds: {
    variable: 'TRPD_CASE_DUE_SECONDS',
    schema: secondsSetting,
    default: '86400',
    description:
      'When the case of a transaction is due after it was opened, unless a person sets its due time. Your compliance policy decides.',
  },
  smtpUrl: {
    variable: 'TRPD_SMTP_URL',
    schema: smtpUrlSetting.optional(),
    description:
      'Mail server that sends the links of data requests: smtps:// for TLS from the start, smtp:// for STARTTLS, which is required unless the URL has ?ignoreTLS=true. Needs TRPD_MAIL_FROM. Without it, officers hand the links over themselves.',
    secret: true,
    example: 'smtps://user:password@mail.vasp.example:465',
  },
  mailFrom: {
    variable: 'TRPD_MAIL_FROM',
    schema: z.email('must be an e-mail address').optional(),
    description: 'Sender of the e-mail that TRPD_SMTP_URL sends, and required with it.',
    example: 'compliance@vasp.example',
  },
  fourEyes: {
    variable: 'TRPD_FOUR_EYES_ABOVE',
    schema: fourEyesSetting,
    default: '{}',
    description:
      'Amounts in whole units, by the id of the asset, above which a decision about an inquiry needs a second person, a JSON object. An asset that is not listed never needs one. Your compliance policy decides.',
    example: '{"btc":"1","eth":"20"}',
  },
  proposalTtlSeconds: {
    variable: 'TRPD_PROPOSAL_TTL_SECONDS',
    schema: secondsSetting,
    default: '86400',
    description:
      'How long a proposed decision waits for a second person; then it expires. Your compliance policy decides.',
  },
  reviewedReasonsOnly: {
    variable: 'TRPD_REVIEWED_REASONS_ONLY',
    schema: booleanSetting,
    default: 'false',
    description:
      'Whether counterparties receive only reviewed reasons, chosen by reasonId; free text in the field reason is then refused. Your compliance policy decides.',
  },
  deliveryRetries: {
    variable: 'TRPD_DELIVERY_RETRIES',
    formerly: [
      'TRPD_DELIVERY_TTL_SECONDS',
      'TRPD_DELIVERY_TRIES_MAX',
      'TRPD_DELIVERY_DELAY_SECONDS',
      'TRPD_DELIVERY_DELAY_MAX_SECONDS',
    ],
    schema: partsSetting(DELIVERY_RETRIES, {
      delay: secondsSetting,
      delayMax: secondsSetting,
      tries: smallCountSetting,
      ttl: secondsSetting,
    }),
    default: DELIVERY_RETRIES,
    description:
      'How a message that was not delivered is sent again, in seconds: `delay` is the longest delay before the second attempt, which doubles with each attempt up to `delayMax`; each delay is a random part of it. After `tries` attempts or `ttl` seconds the delivery fails until an officer retries it. An entry that is left out has its default. Raise `ttl` for counterparties that are unavailable for longer.',
    example: 'ttl=259200',
  },
  deliveriesMax: {
    variable: 'TRPD_DELIVERIES_MAX',
    schema: smallCountSetting,
    default: '24',
    description:
      'Messages that one process sends to counterparties at a time, at most 4 of them to one VASP. A third of them, if that is at least 4, is for counterparties that have accepted a message before. Raise it if messages wait although counterparties respond quickly.',
  },
  outboundTimeoutSeconds: {
    variable: 'TRPD_OUTBOUND_TIMEOUT_SECONDS',
    schema: secondsSetting,
    default: '20',
    description:
      'Timeout of a request to a counterparty, including the response body. Raise it for counterparties that respond slowly.',
  },
})

/** The parsed settings of trpd. */
export type Config = Parsed<typeof settings>
