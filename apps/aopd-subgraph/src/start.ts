import { openAssertionVerifier } from '@travel-rule/auth/assertion-verifier'
import { listDistinct } from '@travel-rule/database/distinct-values'
import { openFeed } from '@travel-rule/database/feed'
import { feedRoute } from '@travel-rule/database/feed-route'
import { openIndexedSealer } from '@travel-rule/database/index-keys'
import { openJobs } from '@travel-rule/database/jobs'
import { observeJobs } from '@travel-rule/database/observe-jobs'
import { observeMaintenance } from '@travel-rule/database/observe-maintenance'
import { observeOutbox } from '@travel-rule/database/observe-outbox'
import { observeSealing } from '@travel-rule/database/observe-sealing'
import { openClientAddresses } from '@travel-rule/http-host/client-address'
import type { Logger } from '@travel-rule/service/logger'
import { Counter, type Metrics } from '@travel-rule/service/metrics'
import { OperatorError } from '@travel-rule/service/operator-error'
import type { RunningService } from '@travel-rule/service/run-service'
import { openAccessRecorder } from '@travel-rule/subgraph/open-access-recorder'
import { quarterOf, startSubgraph } from '@travel-rule/subgraph/start-subgraph'
import { openAoppHost } from './aopp/aopp-host.ts'
import type { Config } from './config.ts'
import type { RetentionPeriod } from './erasure/domain/retention-period.ts'
import { type Context, openContext } from './graphql/context.ts'
import {
  countOutdated,
  MAINTENANCE_QUEUES,
  MAINTENANCE_STEPS,
  workOnMaintenance,
} from './maintenance/actions/maintain-proofs.ts'
import { EXPIRY_QUEUES, type ProofService, workOnExpiry } from './proofs/actions/proof-actions.ts'
import { PROOF_EVENTS_PATH, showProofEvents } from './proofs/actions/show-proof-events.ts'
import { ATTEMPTS_MAX, TTL_SECONDS_DEFAULT } from './proofs/domain/request-proof.ts'
import { buildSchema } from './schema.ts'
import { openProvableAssets, type ProvableAssets } from './signatures/domain/asset.ts'
import { migrations } from './store/migrations.ts'
import type { Tables } from './store/tables.ts'

/** Starts aopd: its jobs, the subgraph for the gateway and the public AOPP listener. */
export function start(config: Config, logger: Logger): Promise<RunningService> {
  const base = {
    name: 'aopd',
    portVariable: 'AOPD_PORT',
    config,
    migrations,
    logger,
    reservedConnections: 2 * quarterOf(config),
  }
  return startSubgraph<Tables, Context>(base, async ({ database, metrics, stack }) => {
    const sealer = await openIndexedSealer(database.db, config.sealingKeys, { createsDataKeys: config.dataKeys })
    const queues = { ...EXPIRY_QUEUES, ...MAINTENANCE_QUEUES }
    const jobs = stack.use(await openJobs({ database, logger, queues, connectionsMax: quarterOf(config) }))
    const feed = stack.use(await openFeed({ database, logger }))
    observeJobs(metrics, { database, queues: Object.keys(queues) })
    observeOutbox(metrics, { database, feed })
    const onBroken = observeSealing(metrics, { logger, countOutdated: () => countOutdated({ database, sealer }) })
    const onFailedStep = observeMaintenance(metrics, { logger, steps: MAINTENANCE_STEPS })
    const { vaspName, publicUrl } = config
    const assets = openProvableAssets(config.assets)
    requireAssetsInUse(assets, await listDistinct(database.db, 'proof', 'asset'))
    const terms = { vaspName, ttlSeconds: TTL_SECONDS_DEFAULT, attemptsMax: ATTEMPTS_MAX, assets }
    const submissions = openSubmissionCounter(metrics)
    const now = () => new Date()
    const service: ProofService = {
      database,
      sealer,
      jobs,
      terms,
      retention: { period: periodOf(config), erases: config.retentionErases },
      now,
      onSubmission: ({ channel, verdict }) => submissions.inc({ channel, outcome: verdict.outcome }),
    }
    const listenerDatabase = { ...database, ...database.reserve('listener', quarterOf(config)) }
    const openVerifier = (issuer: string, audience: string, jwksUrl: string) =>
      stack.use(openAssertionVerifier({ issuer, audience, jwksUrl, metrics, logger }))
    const feeds = [feedRoute({ feed, verifier: openVerifier('autod', 'events', config.feedJwksUrl) })]
    if (config.proofFeedJwksUrl !== undefined) {
      const verifier = openVerifier('trpd', 'proof-events', config.proofFeedJwksUrl)
      const reader = { db: database.db, sealer }
      feeds.push(
        feedRoute({ feed, path: PROOF_EVENTS_PATH, verifier, show: (events) => showProofEvents(reader, events) }),
      )
    }
    await workOnExpiry(service, jobs)
    await workOnMaintenance({ service, sealsProofs: config.dataKeys, onBroken, onFailedStep, logger }, jobs)
    const aopp = stack.use(
      await openAoppHost({
        host: config.aoppHost,
        port: config.aoppPort,
        portVariable: 'AOPD_AOPP_PORT',
        clientAddresses: openClientAddresses(config.trustedProxies),
        publicUrl,
        service: { ...service, database: listenerDatabase },
        logger,
        metrics,
      }),
    )
    return {
      schema: buildSchema(),
      createContext: (request) => openContext({ service, feed, publicUrl }, request),
      recordAccess: openAccessRecorder(database.db, service.now),
      extraRoutes: feeds,
      listeners: { AOPD_AOPP_PORT: aopp },
    }
  })
}

/** A proof of an unknown asset could be neither displayed nor verified. */
function requireAssetsInUse(assets: ProvableAssets, keys: readonly string[]): void {
  const missing = keys.filter((key) => !assets.all.some((asset) => asset.key === key))
  if (missing.length > 0)
    throw new OperatorError(`ASSETS: lacks ${missing.sort().join(', ')}, which stored proofs use.`)
}

function periodOf({ jurisdiction, retentionPeriods }: Config): RetentionPeriod | undefined {
  if (jurisdiction === undefined) return undefined
  const period = retentionPeriods.find(({ code }) => code === jurisdiction)
  if (period !== undefined) return period
  const codes = retentionPeriods.map(({ code }) => code).join(', ')
  throw new OperatorError(`AOPD_JURISDICTION: must be one of ${codes}, or be defined in AOPD_RETENTION_PERIODS.`)
}

function openSubmissionCounter({ registry }: Metrics): Counter<'channel' | 'outcome'> {
  return new Counter({
    name: 'proof_submissions_total',
    help: 'Signatures that customers submitted, repeated ones included, by verdict',
    labelNames: ['channel', 'outcome'],
    registers: [registry],
  })
}
