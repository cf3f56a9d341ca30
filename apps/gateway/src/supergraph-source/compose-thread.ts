import '@travel-rule/service/quiet-apollo'
import { parentPort, workerData } from 'node:worker_threads'
import { type ComposedSubgraph, composeSubgraphs } from '@travel-rule/federation/supergraph/compose-subgraphs'
import { GraphQLError, parse } from 'graphql'
import type { ComposedText, SubgraphText } from './compose-apart.ts'

/** The thread of `composeApart`: composes what it was started with and says so. */
parentPort?.postMessage(compose(workerData))

function compose(texts: readonly SubgraphText[]): ComposedText {
  const subgraphs: ComposedSubgraph[] = []
  const problems: string[] = []
  for (const { name, url, sdl } of texts) {
    try {
      subgraphs.push({ name, url, typeDefs: parse(sdl) })
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error
      problems.push(`INVALID_GRAPHQL [${name}] ${error.message}`)
    }
  }
  return problems.length > 0 ? { ok: false, problems } : composeSubgraphs(subgraphs)
}
