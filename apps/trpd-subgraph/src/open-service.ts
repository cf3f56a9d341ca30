import type { Database } from '@travel-rule/database/database'
import { openIndexedSealer } from '@travel-rule/database/index-keys'
import { openJobs } from '@travel-rule/database/jobs'
import { observeJobs } from '@travel-rule/database/observe-jobs'
import { observeMaintenance } from '@travel-rule/database/observe-maintenance'
import { observeSealing } from '@travel-rule/database/observe-sealing'
import type { Logger } from '@travel-rule/service/logger'
import type { Metrics } from '@travel-rule/service/metrics'
import { OperatorError } from '@travel-rule/service/operator-error'
import { type Outbound, type OutboundOptions, openOutbound } from '@travel-rule/service/outbound'
import type { TlsFiles } from '@travel-rule/service/tls-files'
import { quarterOf } from '@travel-rule/subgraph/start-subgraph'
import { type AssetRegistry, openAssetRegistry } from './assets/domain/asset.ts'
import { listAssetsInUse } from './assets/store/assets-in-use.ts'
import { customerLookup } from './checks/actions/customer-lookup.ts'
import type { FactSource } from './checks/actions/fact-source.ts'
import type { Config } from './config.ts'
import { type Mailer, openMailer } from './data-requests/actions/open-mailer.ts'
import { type LeiRegister, openLeiRegister } from './due-diligence/actions/lei-register.ts'
import type { TransferService } from './foundation/actions/transfer-service.ts'
import type { Tables } from './foundation/store/tables.ts'
import { MAINTENANCE_STEPS } from './maintenance/actions/maintain-queries.ts'
import { countOutdated } from './maintenance/actions/rotate-sealing-keys.ts'
import { policyOf } from './policy-of.ts'
import { openRefusedInquiries } from './receiving/trp/refused-inquiries.ts'
import { openRuleSets } from './rules/store/rule-sets.ts'
import { openScreening } from './screening/actions/open-screening.ts'
import { screeningSource } from './screening/actions/screening-source.ts'
import { openScreeningVendor, type ScreeningVendor } from './screening/actions/screening-vendor.ts'
import type { Tuning } from './tuning.ts'
import type { AttributionVendor } from './vendors/actions/attribute-address.ts'
import { queues } from './workers.ts'

interface ServiceOptions {
  readonly config: Config & Tuning
  readonly database: Database<Tables>
  readonly metrics: Metrics
  readonly logger: Logger
  /** The certificate of requests to counterparties, if there is one. */
  readonly tls: TlsFiles | undefined
  readonly now: () => Date
  /** Owns what is opened. */
  readonly stack: AsyncDisposableStack
}

/** Opens everything that actions depend on. Throws `OperatorError` when settings contradict each other. */
export async function openService(options: ServiceOptions): Promise<TransferService> {
  const { config, database, metrics, logger, tls, now, stack } = options
  const { db } = database
  const policy = policyOf(config)
  const sealer = await openIndexedSealer(db, config.sealingKeys, { createsDataKeys: config.dataKeys })
  const assets = openAssetRegistry(config.assets)
  requireAssets(assets, { inUse: await listAssetsInUse(db), fourEyes: [...config.fourEyes.keys()] })
  const outbound = stack.use(
    openOutbound({
      privateHosts: config.privateHosts,
      timeoutMs: config.delivery.timeout * 1_000,
      responseBytesMax: OUTBOUND_RESPONSE_BYTES_MAX,
      logger,
      tls: tls?.current,
    }),
  )
  const queueSettings = queues({ ...config.delivery, concurrentPerVasp: config.deliveriesPerVaspMax })
  const jobs = stack.use(await openJobs({ database, logger, queues: queueSettings, connectionsMax: quarterOf(config) }))
  observeJobs(metrics, { database, queues: Object.keys(queueSettings) })
  const openClient: OpenClient = (url, limits) =>
    stack.use(openOutbound({ privateHosts: url.startsWith('http:') ? 'http' : 'https', ...limits, logger }))
  const screening = stack.use(
    openScreening({
      db,
      logger,
      now,
      required: config.screeningLists,
      listAgeMaxSeconds: config.agesMax.list,
      vendor: screeningVendorOf(config, outbound),
    }),
  )
  const factSources: FactSource[] = customerLookups(config, openClient)
  const service: TransferService = {
    database,
    sealer,
    jobs,
    now,
    assets,
    outbound,
    refusedInquiries: stack.use(openRefusedInquiries({ db, metrics, logger, now })),
    factSources,
    logger,
    onBrokenSeal: observeSealing(metrics, { logger, countOutdated: () => countOutdated({ database, sealer }) }),
    onFailedStep: observeMaintenance(metrics, { logger, steps: MAINTENANCE_STEPS }),
    screening,
    attribution: attributionVendorOf(config, outbound),
    ruleSets: openRuleSets(),
    mailer: mailerOf(config),
    leiRegister: leiRegisterOf(config, openClient),
    policy,
  }
  if (policy.screening.isOn) factSources.push(screeningSource(() => service))
  return service
}

/** Maximum size of a response of a counterparty, in bytes. */
const OUTBOUND_RESPONSE_BYTES_MAX = 262_144
/** Maximum size of a response of the customer lookup, in bytes. */
const LOOKUP_BYTES_MAX = 65_536
/** Limits of one request to the LEI register. Its records have about 10 kB. */
const LEI_RECORD_LIMITS = { timeoutMs: 20_000, responseBytesMax: 262_144 }

/** Opens a client for a URL of the operator, which may be in a private network. Uses TLS unless the URL says http. */
type OpenClient = (url: string, limits: Pick<OutboundOptions, 'timeoutMs' | 'responseBytesMax'>) => Outbound

/** A transfer whose asset is unknown could be neither displayed nor sent. */
function requireAssets(
  assets: AssetRegistry,
  { inUse, fourEyes }: { readonly inUse: readonly string[]; readonly fourEyes: readonly string[] },
): void {
  const missing = inUse.filter((id) => assets.byId(id) === undefined)
  if (missing.length > 0) {
    throw new OperatorError(
      `ASSETS: lacks ${missing.sort().join(', ')}, which stored transactions or travel addresses use.`,
    )
  }
  const unknown = fourEyes.find((id) => assets.byId(id) === undefined)
  if (unknown !== undefined) throw new OperatorError(`TRPD_FOUR_EYES_ABOVE: the asset ${unknown} does not exist.`)
}

function customerLookups(config: Config & Tuning, openClient: OpenClient): FactSource[] {
  if (config.customerLookup === undefined) return []
  const { url, token } = config.customerLookup
  const timeoutMs = config.customerLookupTimeoutSeconds * 1_000
  return [customerLookup({ url, token, outbound: openClient(url, { timeoutMs, responseBytesMax: LOOKUP_BYTES_MAX }) })]
}

function leiRegisterOf({ gleifUrl: url }: Config, openClient: OpenClient): LeiRegister | undefined {
  return url === undefined ? undefined : openLeiRegister({ url, outbound: openClient(url, LEI_RECORD_LIMITS) })
}

function mailerOf({ mail }: Config): Mailer | undefined {
  return mail === undefined ? undefined : openMailer(mail)
}

function screeningVendorOf(config: Config, outbound: Outbound): ScreeningVendor | undefined {
  if (config.screeningVendor === undefined) return undefined
  const { url, secret, timeoutSeconds, ...mapping } = config.screeningVendor
  return openScreeningVendor({ url, mapping, secret, timeoutMs: timeoutSeconds * 1_000, outbound })
}

function attributionVendorOf(config: Config, outbound: Outbound): AttributionVendor | undefined {
  if (config.attributionVendor === undefined) return undefined
  const { url, secret, timeoutSeconds, ...mapping } = config.attributionVendor
  return { url, mapping, secret, timeoutMs: timeoutSeconds * 1_000, outbound }
}
