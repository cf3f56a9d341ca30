import { openAssertionVerifier } from '@travel-rule/auth/assertion-verifier'
import { openFeed } from '@travel-rule/database/feed'
import { feedRoute } from '@travel-rule/database/feed-route'
import { observeFeeds } from '@travel-rule/database/observe-feeds'
import { observeOutbox } from '@travel-rule/database/observe-outbox'
import { openClientAddresses } from '@travel-rule/http-host/client-address'
import { forwardedCertificates } from '@travel-rule/http-host/client-certificate'
import { openHttpHost } from '@travel-rule/http-host/http-host'
import type { Logger } from '@travel-rule/service/logger'
import { OperatorError } from '@travel-rule/service/operator-error'
import type { RunningService } from '@travel-rule/service/run-service'
import { openTlsFiles } from '@travel-rule/service/tls-files'
import { openAccessRecorder } from '@travel-rule/subgraph/open-access-recorder'
import { quarterOf, startSubgraph } from '@travel-rule/subgraph/start-subgraph'
import { openSeeCaller } from './cases/actions/assignees.ts'
import type { Config } from './config.ts'
import { dataRequestRoutes } from './data-requests/page/data-request-routes.ts'
import { openDeliveryMetrics } from './delivery/trp/delivery-metrics.ts'
import type { TransferService } from './foundation/actions/transfer-service.ts'
import { migrations } from './foundation/store/migrations.ts'
import type { Tables } from './foundation/store/tables.ts'
import { type Context, createContext } from './graphql/context.ts'
import { openService } from './open-service.ts'
import { openProofFeed, type ProofFeedOptions } from './ownership/feed/open-proof-feed.ts'
import { renderTrpProblem, trpRoutes } from './receiving/trp/trp-routes.ts'
import { buildSchema } from './schema.ts'
import { TUNING, type Tuning } from './tuning.ts'
import { startWorkers } from './workers.ts'

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
      throw new OperatorError('TRPD_TLS_TERMINATION: proxy needs TRUSTED_PROXIES.')
    }
    const proofFeedOptions = proofFeedOf(config)
    const { tlsFolder: folder, tlsReloadSeconds: reloadSeconds } = config
    const now = () => new Date()
    const startedAt = now().getTime()
    const feed = stack.use(await openFeed({ database, logger }))
    const clientAddresses = openClientAddresses(config.trustedProxies)
    const tls =
      folder === undefined ? undefined : stack.use(await openTlsFiles({ folder, reloadSeconds, logger, metrics }))
    const service = await openService({ config, database, metrics, logger, tls, now, stack })
    observeOutbox(metrics, { database, feed })
    const deliveries = openDeliveryMetrics(metrics, database.db)
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
        limits: TRP_LIMITS,
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

const TRP_LIMITS = {
  /** An inquiry usually takes a few kilobytes. */
  bodyBytesMax: 262_144,
  responseTimeoutMs: 20_000,
  connectionsMax: 2_000,
  connectionsPerAddressMax: 300,
  requestsInFlightMax: 500,
}
