import { openAssertionSigner } from '@travel-rule/auth/assertion-signer'
import { openAssertionVerifier } from '@travel-rule/auth/assertion-verifier'
import { openDatabase } from '@travel-rule/database/database'
import type { Logger } from '@travel-rule/service/logger'
import type { RunningService } from '@travel-rule/service/run-service'
import { openSubgraphHost } from '@travel-rule/subgraph/subgraph-host'
import { openSeeCaller } from './actions/see-caller.ts'
import type { Config } from './config.ts'
import { feedRoutes } from './feeds/feed-routes.ts'
import { openFeeds } from './feeds/open-feeds.ts'
import { createContext } from './graphql/context.ts'
import { buildSchema } from './graphql/schema.ts'
import { migrations } from './store/migrations.ts'
import type { Tables } from './store/tables.ts'

/** Opens the autod subgraph: its database, the feeds it follows, its port. */
export async function start(config: Config, logger: Logger): Promise<RunningService> {
  await using opening = new AsyncDisposableStack()
  const now = () => new Date()
  const database = opening.use(
    await openDatabase<Tables>({ url: config.databaseUrl, migrations, applicationName: 'autod', logger }),
  )
  const verifier = opening.use(
    openAssertionVerifier({ issuer: 'gateway', audience: 'autod', jwksUrl: config.assertionJwksUrl, logger }),
  )
  const signer = await openAssertionSigner({ issuer: 'autod', keys: config.signingKeys })
  const feeds = opening.use(await openFeeds({ addresses: config.feeds, database, signer, logger, now }))
  const parts = { db: database.db, seeCaller: openSeeCaller(database.db, now), now }
  const host = opening.use(
    await openSubgraphHost({
      name: 'autod',
      host: config.host,
      port: config.port,
      portVariable: 'AUTOD_PORT',
      schema: buildSchema(),
      verifier,
      createContext: (request) => createContext(request, parts),
      logger,
      readiness: {
        database: async () => {
          await database.ping()
          return undefined
        },
      },
      extraRoutes: feedRoutes(signer, feeds),
    }),
  )
  const open = opening.move()
  return { ports: { AUTOD_PORT: host.port }, [Symbol.asyncDispose]: () => open.disposeAsync() }
}
