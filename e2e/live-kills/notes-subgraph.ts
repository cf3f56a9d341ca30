import { openAssertionVerifier } from '@travel-rule/auth/assertion-verifier'
import { runService } from '@travel-rule/service/run-service'
import { openSubgraphHost, type SubgraphContext } from '@travel-rule/subgraph/subgraph-host'
import { buildSubgraph } from '@travel-rule/subgraph/subgraph-schema'
import { parse } from 'graphql'
import { NOTES_SCHEMA, noteOf } from './schemas.ts'
import { subgraphSettings } from './subgraph-settings.ts'

const resolvers = {
  Query: { notes: () => 0 },
  Item: { __resolveReference: ({ id }: { id: string }) => ({ id, note: noteOf(id) }) },
}

await runService({
  name: 'notes',
  settings: subgraphSettings,
  async start({ port, jwksUrl }, logger) {
    await using stack = new AsyncDisposableStack()
    const verifier = stack.use(openAssertionVerifier({ issuer: 'gateway', audience: 'notes', jwksUrl, logger }))
    const host = stack.use(
      await openSubgraphHost<SubgraphContext>({
        name: 'notes',
        host: '127.0.0.1',
        port,
        portVariable: 'SUBGRAPH_PORT',
        schema: buildSubgraph({ typeDefs: parse(NOTES_SCHEMA), resolvers, serialNamespaces: [] }),
        verifier,
        createContext: (request) => request,
        logger,
        readiness: {},
      }),
    )
    const opened = stack.move()
    return { ports: { http: host.port }, [Symbol.asyncDispose]: () => opened.disposeAsync() }
  },
})
