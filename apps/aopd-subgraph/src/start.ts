import { openAssertionVerifier } from '@travel-rule/auth/assertion-verifier'
import { openDatabase } from '@travel-rule/database/database'
import { openFeed } from '@travel-rule/database/feed'
import { feedRoute } from '@travel-rule/database/feed-route'
import { openJobs } from '@travel-rule/database/jobs'
import { openSealer } from '@travel-rule/database/seal'
import type { Logger } from '@travel-rule/service/logger'
import { openMetrics } from '@travel-rule/service/metrics'
import type { RunningService } from '@travel-rule/service/run-service'
import { openSubgraphHost } from '@travel-rule/subgraph/subgraph-host'
import type { EXPIRY_QUEUE, ProofService } from './actions/proof-service.ts'
import { EXPIRY_QUEUES, workOnExpiry } from './actions/work-on-expiry.ts'
import { openAoppHost } from './aopp/aopp-host.ts'
import type { Config } from './config.ts'
import { openContext } from './graphql/context.ts'
import { buildSchema } from './graphql/schema.ts'
import { migrations } from './store/migrations.ts'
import type { Tables } from './store/tables.ts'

/** Opens everything that aopd is made of; what was opened is closed again when a later part fails. */
export async function start(config: Config, logger: Logger): Promise<RunningService> {
  await using stack = new AsyncDisposableStack()
  const sealer = openSealer(config.sealingKeys)
  const database = stack.use(
    await openDatabase<Tables>({ url: config.databaseUrl, migrations, applicationName: 'aopd', logger }),
  )
  const jobs = stack.use(await openJobs<typeof EXPIRY_QUEUE, Tables>({ database, logger, queues: EXPIRY_QUEUES }))
  const feed = stack.use(await openFeed({ database, logger }))
  const { vaspName, proofTtlSeconds: ttlSeconds, attemptsMax, publicUrl } = config
  const terms = { vaspName, ttlSeconds, attemptsMax }
  const service: ProofService = { database, sealer, jobs, terms, now: () => new Date() }
  const callers = stack.use(
    openAssertionVerifier({ issuer: 'gateway', audience: 'aopd', jwksUrl: config.assertionJwksUrl, logger }),
  )
  const readers = stack.use(
    openAssertionVerifier({ issuer: 'autod', audience: 'events', jwksUrl: config.feedJwksUrl, logger }),
  )
  await workOnExpiry(service, jobs)
  const metrics = openMetrics('aopd')
  const subgraph = stack.use(
    await openSubgraphHost({
      name: 'aopd',
      host: config.host,
      port: config.port,
      portVariable: 'AOPD_PORT',
      schema: buildSchema(),
      verifier: callers,
      createContext: (request) => openContext({ service, feed, publicUrl }, request),
      logger,
      metrics,
      readiness: { database: () => database.ping().then(() => undefined) },
      extraRoutes: [feedRoute({ feed, verifier: readers })],
    }),
  )
  const aopp = stack.use(
    await openAoppHost({
      host: config.aoppHost,
      port: config.aoppPort,
      portVariable: 'AOPD_AOPP_PORT',
      publicUrl,
      service,
      logger,
      metrics,
    }),
  )
  const owned = stack.move()
  return { ports: { graphql: subgraph.port, aopp: aopp.port }, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
