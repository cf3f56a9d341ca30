import { openAssertionVerifier } from '@travel-rule/auth/assertion-verifier'
import { openDatabase } from '@travel-rule/database/database'
import { openFeed } from '@travel-rule/database/feed'
import { feedRoute } from '@travel-rule/database/feed-route'
import { openJobs } from '@travel-rule/database/jobs'
import { openSealer } from '@travel-rule/database/seal'
import { openHttpHost } from '@travel-rule/http-host/http-host'
import type { Logger } from '@travel-rule/service/logger'
import { openMetrics } from '@travel-rule/service/metrics'
import { openOutbound } from '@travel-rule/service/outbound'
import type { RunningService } from '@travel-rule/service/run-service'
import { openSubgraphHost } from '@travel-rule/subgraph/subgraph-host'
import type { Node, NodeRules } from './actions/transfer-service.ts'
import type { Config } from './config.ts'
import { createContext } from './graphql/context.ts'
import { buildSchema } from './graphql/schema.ts'
import { migrations } from './store/migrations.ts'
import type { Tables } from './store/tables.ts'
import { renderTrpProblem, trpRoutes } from './trp/trp-routes.ts'
import { queues, startWorkers } from './trp/workers.ts'

/** Opens trpd: its database, its workers, the subgraph for the gateway and the TRP listener for other VASPs. */
export async function start(config: Config, logger: Logger): Promise<RunningService> {
  await using opening = new AsyncDisposableStack()
  const now = () => new Date()
  const startedAt = now().getTime()
  const metrics = openMetrics('trpd')
  const sealer = openSealer(config.sealingKeys)
  const database = opening.use(
    await openDatabase<Tables>({ url: config.databaseUrl, migrations, applicationName: 'trpd', logger }),
  )
  const feed = opening.use(await openFeed({ database, logger }))
  const outbound = opening.use(
    openOutbound({
      privateHosts: config.privateHosts,
      timeoutMs: config.outboundTimeoutSeconds * 1_000,
      answerBytesMax: config.outboundAnswerBytesMax,
      logger,
    }),
  )
  const jobs = opening.use(await openJobs({ database, logger, queues: queues(config.outboundTimeoutSeconds) }))
  const node: Node = { database, sealer, jobs, now, rules: rulesOf(config) }
  await startWorkers(node, outbound)

  const verifierOptions = { clockToleranceSeconds: 5, logger }
  const callers = opening.use(
    openAssertionVerifier({
      ...verifierOptions,
      issuer: 'gateway',
      audience: 'trpd',
      jwksUrl: config.assertionJwksUrl,
    }),
  )
  const readers = opening.use(
    openAssertionVerifier({ ...verifierOptions, issuer: 'autod', audience: 'events', jwksUrl: config.feedJwksUrl }),
  )
  const subgraph = opening.use(
    await openSubgraphHost({
      name: 'trpd',
      host: config.host,
      port: config.port,
      portVariable: 'TRPD_PORT',
      schema: buildSchema(),
      verifier: callers,
      createContext: (request) => createContext(request, { node, feed }),
      logger,
      metrics,
      readiness: {
        database: async () => {
          await database.ping()
          return undefined
        },
      },
      extraRoutes: [feedRoute({ feed, verifier: readers })],
    }),
  )
  let draining = false
  const trp = opening.use(
    await openHttpHost({
      host: config.trpHost,
      port: config.trpPort,
      portVariable: 'TRPD_TRP_PORT',
      logger,
      metrics,
      routes: trpRoutes({ node, logger, startedAt, draining: () => draining }),
      limits: {
        bodyBytesMax: config.trpBodyBytesMax,
        answerTimeoutMs: 20_000,
        connectionsMax: 2_000,
        requestsInFlightMax: 500,
      },
      onError: renderTrpProblem,
    }),
  )
  opening.defer(() => {
    draining = true
  })
  const open = opening.move()
  return {
    ports: { TRPD_PORT: subgraph.port, TRPD_TRP_PORT: trp.port },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

function rulesOf(config: Config): NodeRules {
  return {
    own: {
      name: config.vaspName,
      url: config.publicUrl,
      ...(config.vaspLei === undefined ? {} : { lei: config.vaspLei }),
    },
    hosts: { privateHosts: config.privateHosts !== 'refuse' },
    inquiryTtlSeconds: config.inquiryTtlSeconds,
    confirmationTtlSeconds: config.confirmationTtlSeconds,
    deliveryTriesMax: config.deliveryTriesMax,
    deliveryDelayMs: config.deliveryDelaySeconds * 1_000,
    deliveryDelayMaxMs: config.deliveryDelayMaxSeconds * 1_000,
  }
}
