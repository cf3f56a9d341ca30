import { openAssertionVerifier } from '@travel-rule/auth/assertion-verifier'
import { openFeed } from '@travel-rule/database/feed'
import { feedRoute } from '@travel-rule/database/feed-route'
import { openIndexedSealer } from '@travel-rule/database/index-keys'
import { openJobs } from '@travel-rule/database/jobs'
import { observeFeeds } from '@travel-rule/database/observe-feeds'
import { observeJobs } from '@travel-rule/database/observe-jobs'
import { observeMaintenance } from '@travel-rule/database/observe-maintenance'
import { observeOutbox } from '@travel-rule/database/observe-outbox'
import { observeSealing } from '@travel-rule/database/observe-sealing'
import { openClientAddresses } from '@travel-rule/http-host/client-address'
import { forwardedCertificates } from '@travel-rule/http-host/client-certificate'
import { openHttpHost } from '@travel-rule/http-host/http-host'
import type { Logger } from '@travel-rule/service/logger'
import { OperatorError } from '@travel-rule/service/operator-error'
import { type Outbound, type OutboundOptions, openOutbound } from '@travel-rule/service/outbound'
import type { RunningService } from '@travel-rule/service/run-service'
import { openTlsFiles } from '@travel-rule/service/tls-files'
import { openAccessRecorder } from '@travel-rule/subgraph/open-access-recorder'
import { quarterOf, startSubgraph } from '@travel-rule/subgraph/start-subgraph'
import { type AssetRegistry, openAssetRegistry } from './assets/domain/asset.ts'
import { listAssetsInUse } from './assets/store/assets-in-use.ts'
import { openSeeCaller } from './cases/actions/assignees.ts'
import { customerLookup } from './checks/actions/customer-lookup.ts'
import type { FactSource } from './checks/actions/fact-source.ts'
import type { CheckName } from './checks/domain/check.ts'
import type { Config } from './config.ts'
import { type Mailer, openMailer } from './data-requests/actions/open-mailer.ts'
import { dataRequestRoutes } from './data-requests/page/data-request-routes.ts'
import { openDeliveryMetrics } from './delivery/trp/delivery-metrics.ts'
import { openLeiRegister } from './due-diligence/actions/lei-register.ts'
import type { ServiceRules, TransferService } from './foundation/actions/transfer-service.ts'
import { migrations } from './foundation/store/migrations.ts'
import type { Tables } from './foundation/store/tables.ts'
import { type Context, createContext } from './graphql/context.ts'
import { buildSchema } from './graphql/schema.ts'
import type { Jurisdiction } from './jurisdictions/domain/jurisdiction.ts'
import { MAINTENANCE_STEPS } from './maintenance/actions/maintain-queries.ts'
import { countOutdated } from './maintenance/actions/rotate-sealing-keys.ts'
import { openProofFeed, type ProofFeedOptions } from './ownership/feed/open-proof-feed.ts'
import { openRefusedInquiries } from './receiving/trp/refused-inquiries.ts'
import { renderTrpProblem, trpRoutes } from './receiving/trp/trp-routes.ts'
import { releasePolicyOf } from './release/domain/release-policy.ts'
import { openRuleSets } from './rules/store/rule-sets.ts'
import { openScreening, type Screening } from './screening/actions/open-screening.ts'
import { SCREENING_LOOK_BACK_SECONDS } from './screening/actions/screen-transfers.ts'
import { screeningSource } from './screening/actions/screening-source.ts'
import { openScreeningVendor, type ScreeningVendor } from './screening/actions/screening-vendor.ts'
import { TUNING, type Tuning } from './tuning.ts'
import type { AttributionVendor } from './vendors/actions/attribute-address.ts'
import { attemptSecondsMax, queues, startWorkers } from './workers.ts'

/** Starts trpd: its workers, the subgraph for the gateway and the TRP listener for other VASPs. */
export function start(settings: Config & Partial<Tuning>, logger: Logger): Promise<RunningService> {
  const config = { ...TUNING, ...settings }
  const base = {
    name: 'trpd',
    portVariable: 'TRPD_PORT',
    config,
    migrations,
    logger,
    reservedConnections: 2 * quarterOf(config),
  }
  return startSubgraph<Tables, Context>(base, async ({ database, metrics, stack }) => {
    const isProxied = config.tlsTermination === 'proxy'
    if (isProxied && config.trustedProxies === undefined) {
      throw new OperatorError('TRPD_TLS_TERMINATION: proxy needs TRPD_TRUSTED_PROXIES.')
    }
    const proofFeedOptions = proofFeedOf(config)
    const openTls = (folder: string) =>
      openTlsFiles({ folder, reloadSeconds: config.tlsReloadSeconds, logger, metrics })
    const now = () => new Date()
    const startedAt = now().getTime()
    const sealer = await openIndexedSealer(database.db, config.sealingKeys, { createsDataKeys: config.dataKeys })
    const assets = openAssetRegistry(config.assets)
    requireAssetsInUse(assets, await listAssetsInUse(database.db))
    const unknown = [...config.fourEyes.keys()].filter((id) => assets.byId(id) === undefined)
    if (unknown.length > 0) throw new OperatorError(`TRPD_FOUR_EYES_ABOVE: the asset ${unknown[0]} does not exist.`)
    const feed = stack.use(await openFeed({ database, logger }))
    const clientAddresses = openClientAddresses(config.trustedProxies)
    const tls = config.tlsFolder === undefined ? undefined : stack.use(await openTls(config.tlsFolder))
    const outbound = stack.use(
      openOutbound({
        privateHosts: config.privateHosts,
        timeoutMs: config.outboundTimeoutSeconds * 1_000,
        responseBytesMax: OUTBOUND_RESPONSE_BYTES_MAX,
        logger,
        tls: tls?.current,
      }),
    )
    const queueSettings = queues(config)
    const jobs = stack.use(
      await openJobs({ database, logger, queues: queueSettings, connectionsMax: quarterOf(config) }),
    )
    observeJobs(metrics, { database, queues: Object.keys(queueSettings) })
    observeOutbox(metrics, { database, feed })
    const onBrokenSeal = observeSealing(metrics, { logger, countOutdated: () => countOutdated({ database, sealer }) })
    const onFailedStep = observeMaintenance(metrics, { logger, steps: MAINTENANCE_STEPS })
    const deliveries = openDeliveryMetrics(metrics, database.db)
    const refusedInquiries = stack.use(openRefusedInquiries({ db: database.db, metrics, logger, now }))
    const factSources: FactSource[] = []
    if (config.customerLookupUrl !== undefined) {
      const { customerLookupUrl: url, customerLookupToken: token } = config
      const limits = {
        timeoutMs: config.customerLookupTimeoutSeconds * 1_000,
        responseBytesMax: LOOKUP_BYTES_MAX,
      }
      factSources.push(customerLookup({ url, token, outbound: stack.use(openOperatorClient(url, limits, logger)) }))
    }
    const observed = { logger, onBrokenSeal, onFailedStep }
    const parts = { database, sealer, jobs, now, assets, outbound, refusedInquiries, factSources, ...observed }
    const screening = stack.use(
      openScreening({
        db: database.db,
        logger,
        now,
        required: config.screeningLists,
        listAgeMaxSeconds: config.screeningListAgeMaxSeconds,
        vendor: openVendor(config, outbound),
      }),
    )
    const service: TransferService = {
      ...parts,
      screening,
      attribution: attributionVendorOf(config, outbound),
      ruleSets: openRuleSets(),
      mailer: mailerOf(config),
      leiRegister:
        config.gleifUrl === undefined
          ? undefined
          : openLeiRegister({
              url: config.gleifUrl,
              outbound: stack.use(openOperatorClient(config.gleifUrl, LEI_RECORD_LIMITS, logger)),
            }),
      rules: rulesOf(config, screening),
    }
    if (screening.isOn) factSources.push(screeningSource(() => service))
    const listenerDatabase = { ...database, ...database.reserve('listener', quarterOf(config)) }
    const listenerService: TransferService = { ...service, database: listenerDatabase }
    await startWorkers(service, deliveries)
    const proofFeed = proofFeedOptions && stack.use(await openProofFeed(service, proofFeedOptions))
    if (proofFeed !== undefined) observeFeeds(metrics, proofFeed)
    const readers = stack.use(
      openAssertionVerifier({ issuer: 'autod', audience: 'events', jwksUrl: config.feedJwksUrl, metrics, logger }),
    )
    const seeCaller = openSeeCaller(service)
    let draining = false
    const trp = stack.use(
      await openHttpHost({
        host: config.trpHost,
        port: config.trpPort,
        portVariable: 'TRPD_TRP_PORT',
        logger,
        metrics,
        routes: [
          ...trpRoutes({
            service: listenerService,
            logger,
            startedAt,
            draining: () => draining,
            certificate: () => tls?.current().leaf.toString().trim(),
          }),
          ...dataRequestRoutes(listenerService),
        ],
        clientAddresses,
        ...(isProxied ? { clientCertificates: forwardedCertificates(clientAddresses) } : { tls }),
        limits: {
          bodyBytesMax: TRP_BODY_BYTES_MAX,
          responseTimeoutMs: 20_000,
          connectionsMax: 2_000,
          connectionsPerAddressMax: 300,
          requestsInFlightMax: 500,
        },
        onError: renderTrpProblem,
      }),
    )
    stack.defer(() => {
      draining = true
    })
    return {
      schema: buildSchema(),
      createContext: (request) => createContext(request, { service, feed, seeCaller }),
      recordAccess: openAccessRecorder(database.db, now),
      extraRoutes: [feedRoute({ feed, verifier: readers }), ...(proofFeed === undefined ? [] : [proofFeed.route])],
      ...(proofFeed !== undefined && { readiness: { proofs: proofFeed.check } }),
      listeners: { TRPD_TRP_PORT: trp },
    }
  })
}

/** How the ownership proofs of aopd are read, where that is set up. */
function proofFeedOf(config: Config & Tuning): ProofFeedOptions | undefined {
  const { proofFeedUrl: url, signingKeys: keys, proofFeedAgeMaxSeconds: ageMaxSeconds } = config
  if (url !== undefined && keys !== undefined) return { url, keys, ageMaxSeconds }
  if (url !== undefined) throw new OperatorError('TRPD_PROOF_FEED_URL: needs TRPD_SIGNING_KEYS.')
  if (keys !== undefined) throw new OperatorError('TRPD_SIGNING_KEYS: needs TRPD_PROOF_FEED_URL.')
  return undefined
}

/** A client for URLs chosen by the operator, which may be on a private network. Uses TLS unless the URL says http. */
function openOperatorClient(
  url: string,
  limits: Pick<OutboundOptions, 'timeoutMs' | 'responseBytesMax'>,
  logger: Logger,
): Outbound {
  return openOutbound({ privateHosts: url.startsWith('http:') ? 'http' : 'https', ...limits, logger })
}

/** Largest response and largest message of a counterparty. An inquiry usually takes a few kilobytes. */
const OUTBOUND_RESPONSE_BYTES_MAX = 262_144
const TRP_BODY_BYTES_MAX = 262_144
/** Largest response of the customer lookup. */
const LOOKUP_BYTES_MAX = 65_536
/** Limits of one request to the LEI register. Its records have about 10 kB. */
const LEI_RECORD_LIMITS = { timeoutMs: 20_000, responseBytesMax: 262_144 }

/** A transfer whose asset is unknown could be neither displayed nor sent. */
function requireAssetsInUse(assets: AssetRegistry, ids: readonly string[]): void {
  const missing = ids.filter((id) => assets.byId(id) === undefined)
  if (missing.length === 0) return
  throw new OperatorError(
    `TRPD_ASSETS: lacks ${missing.sort().join(', ')}, which stored transactions or travel addresses use.`,
  )
}

function mailerOf({ smtpUrl: url, mailFrom: from }: Config): Mailer | undefined {
  if (url !== undefined && from !== undefined) return openMailer({ url, from })
  if (url !== undefined) throw new OperatorError('TRPD_SMTP_URL: needs TRPD_MAIL_FROM.')
  if (from !== undefined) throw new OperatorError('TRPD_MAIL_FROM: needs TRPD_SMTP_URL.')
  return undefined
}

function openVendor(config: Config, outbound: Outbound): ScreeningVendor | undefined {
  if (config.screeningVendor === undefined) return undefined
  const { url, secret, timeoutSeconds, ...mapping } = config.screeningVendor
  return openScreeningVendor({ url, mapping, secret, timeoutMs: timeoutSeconds * 1_000, outbound })
}

function attributionVendorOf(config: Config, outbound: Outbound): AttributionVendor | undefined {
  if (config.attributionVendor === undefined) return undefined
  const { url, secret, timeoutSeconds, ...mapping } = config.attributionVendor
  return { url, mapping, secret, timeoutMs: timeoutSeconds * 1_000, outbound }
}

function rulesOf(config: Config & Tuning, { isOn }: Screening): ServiceRules {
  return {
    own: {
      name: config.vaspName,
      url: config.publicUrl,
      ...(config.vaspLei === undefined ? {} : { lei: config.vaspLei }),
    },
    hosts: { privateHosts: config.privateHosts !== 'refuse', ports: config.travelAddressPorts },
    verifiesSenders: config.tlsFolder !== undefined || config.tlsTermination === 'proxy',
    unverified: {
      perAddress: config.unverifiedMax.address,
      perTravelAddress: config.unverifiedMax.travelAddress,
      perVasp: config.unverifiedMax.vasp,
      total: config.unverifiedMax.total,
    },
    jurisdiction: jurisdictionOf(config),
    rateAgeMaxSeconds: config.rateAgeMaxSeconds,
    retentionErases: config.retentionErases,
    requiredChecks: isOn ? new Set<CheckName>([...config.requiredChecks, 'SCREENING']) : config.requiredChecks,
    release: releasePolicyOf({ jurisdiction: config.jurisdiction, isScreened: isOn, own: config.releasePolicy }),
    proofAgeMaxSeconds: config.proofFeedUrl === undefined ? undefined : config.proofFeedAgeMaxSeconds,
    duplicateSeconds: config.duplicateSeconds,
    inquiryTtlSeconds: config.inquiryTtlSeconds,
    confirmationTtlSeconds: config.confirmationTtlSeconds,
    discoveryTtlSeconds: config.discoveryTtlSeconds,
    caseDueSeconds: config.caseDueSeconds,
    screeningLists: config.screeningLists,
    screeningListAgeMaxSeconds: config.screeningListAgeMaxSeconds,
    screeningLookBackSeconds: SCREENING_LOOK_BACK_SECONDS,
    fourEyes: config.fourEyes,
    proposalTtlSeconds: config.proposalTtlSeconds,
    reviewedReasonsOnly: config.reviewedReasonsOnly,
    delivery: {
      ttlSeconds: config.deliveryRetries.ttl,
      triesMax: config.deliveryRetries.tries,
      delayMs: config.deliveryRetries.delay * 1_000,
      delayMaxMs: config.deliveryRetries.delayMax * 1_000,
    },
    attemptSecondsMax: attemptSecondsMax(config.outboundTimeoutSeconds),
  }
}

function jurisdictionOf({ jurisdiction, jurisdictions }: Config): Jurisdiction | undefined {
  if (jurisdiction === undefined) return undefined
  const found = jurisdictions.find(({ code }) => code === jurisdiction)
  if (found !== undefined) return found
  const codes = jurisdictions.map(({ code }) => code).join(', ')
  throw new OperatorError(`TRPD_JURISDICTION: must be one of ${codes}, or be defined in TRPD_JURISDICTIONS.`)
}
