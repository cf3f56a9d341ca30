import { openAssertionSigner } from '@travel-rule/auth/assertion-signer'
import type { Logger } from '@travel-rule/service/logger'
import type { RunningService } from '@travel-rule/service/run-service'
import { startSubgraph } from '@travel-rule/subgraph/start-subgraph'
import { openSeeCaller } from './actions/record-activity.ts'
import type { Config } from './config.ts'
import { observeFeeds } from './feeds/feed-metrics.ts'
import { feedRoutes, openFeeds } from './feeds/open-feeds.ts'
import { type Context, createContext } from './graphql/context.ts'
import { buildSchema } from './graphql/schema.ts'
import { migrations } from './store/migrations.ts'
import type { Tables } from './store/tables.ts'

/** Starts autod: the feeds that it follows, and the subgraph for the gateway. */
export function start(config: Config, logger: Logger): Promise<RunningService> {
  const base = { name: 'autod', portVariable: 'AUTOD_PORT', config, migrations, logger }
  return startSubgraph<Tables, Context>(base, async ({ database, metrics, stack }) => {
    const now = () => new Date()
    const signer = await openAssertionSigner({ issuer: 'autod', keys: config.signingKeys })
    const feeds = stack.use(await openFeeds({ addresses: config.feeds, database, signer, logger, now }))
    observeFeeds(metrics, feeds)
    const parts = { db: database.db, seeCaller: openSeeCaller(database.db, now), now }
    return {
      schema: buildSchema(),
      createContext: (request) => createContext(request, parts),
      extraRoutes: feedRoutes(signer, feeds),
    }
  })
}
