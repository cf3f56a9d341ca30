import '@travel-rule/federation/supergraph/quiet-apollo'
import { parentPort, workerData } from 'node:worker_threads'
import { type ComposedSubgraph, composeSubgraphs } from '@travel-rule/federation/supergraph/compose-subgraphs'
import { GraphQLError, parse } from 'graphql'
import type { Composition, SubgraphSchema } from './compose-source.ts'

/** The worker thread of `compose-source.ts`: composes its `workerData` and posts the result. */
parentPort?.postMessage(compose(workerData))

function compose(schemas: readonly SubgraphSchema[]): Composition {
  const subgraphs: ComposedSubgraph[] = []
  const problems: string[] = []
  for (const { name, url, sdl } of schemas) {
    try {
      subgraphs.push({ name, url, typeDefs: parse(sdl) })
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error
      problems.push(`INVALID_GRAPHQL [${name}] ${error.message}`)
    }
  }
  return problems.length > 0 ? { ok: false, problems } : composeSubgraphs(subgraphs)
}
