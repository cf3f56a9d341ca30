import { openAssertionVerifier } from '@travel-rule/auth/assertion-verifier'
import { type Database, openDatabase } from '@travel-rule/database/database'
import { type Feed, openFeed } from '@travel-rule/database/feed'
import { recordFollower } from '@travel-rule/database/feed-records'
import { runService } from '@travel-rule/service/run-service'
import { openSubgraphHost, type SubgraphContext } from '@travel-rule/subgraph/subgraph-host'
import { type PositionedEvent, resumable, resumeRefusal } from '@travel-rule/subgraph/subgraph-resume'
import { buildSubgraph } from '@travel-rule/subgraph/subgraph-schema'
import { parse } from 'graphql'
import { type Item, type ItemTables, itemMigrations, loadItems } from './item-store.ts'
import { ITEMS_SCHEMA } from './schemas.ts'
import { subgraphSettings } from './subgraph-settings.ts'

interface Context extends SubgraphContext {
  readonly database: Database<ItemTables>
  readonly feed: Feed
}

const resolvers = {
  Query: { items: () => 0 },
  Subscription: {
    itemChanged: {
      subscribe: async (_parent: unknown, { buckets }: { buckets?: readonly number[] | null }, context: Context) => {
        const start = await context.feed.begin(context.resumeAfter)
        if ('problem' in start) throw resumeRefusal(start.problem)
        const { after, position } = start
        return resumable({ after: position, pages: changes(context, after, buckets ?? undefined) })
      },
      resolve: (item: Item) => item,
    },
  },
  Item: { id: ({ number }: Item) => String(number) },
}

async function* changes(
  { feed, database, logger, signal = new AbortController().signal }: Context,
  after: bigint,
  buckets: readonly number[] | undefined,
): AsyncGenerator<readonly PositionedEvent<Item>[], void> {
  for await (const page of followItems({ feed, after, signal, logger, reader: database })) {
    yield page
      .filter(({ record }) => buckets?.includes(record.bucket) !== false)
      .map(({ event, record }) => ({ position: feed.positionOf(event), at: event.at, value: record }))
  }
}

const followItems = recordFollower({
  keyOf: ({ subject }) => Number(subject.id),
  load: (database: Database<ItemTables>, numbers) => loadItems(database, numbers),
})

await runService({
  name: 'items',
  settings: subgraphSettings,
  async start({ port, jwksUrl, databaseUrl }, logger) {
    await using stack = new AsyncDisposableStack()
    const database = stack.use(
      await openDatabase<ItemTables>({
        url: databaseUrl,
        migrations: itemMigrations,
        applicationName: 'items',
        poolMax: 5,
        logger,
      }),
    )
    const feed = stack.use(await openFeed({ database, logger }))
    const verifier = stack.use(openAssertionVerifier({ issuer: 'gateway', audience: 'items', jwksUrl, logger }))
    const host = stack.use(
      await openSubgraphHost<Context>({
        name: 'items',
        host: '127.0.0.1',
        port,
        portVariable: 'SUBGRAPH_PORT',
        schema: buildSubgraph({ typeDefs: parse(ITEMS_SCHEMA), resolvers, serialNamespaces: [] }),
        verifier,
        createContext: (request) => ({ ...request, database, feed }),
        logger,
        readiness: {},
      }),
    )
    const opened = stack.move()
    return { ports: { http: host.port }, [Symbol.asyncDispose]: () => opened.disposeAsync() }
  },
})
