import { loadTypeDefs } from '@travel-rule/service/load-schema'
import { buildSubgraph } from '@travel-rule/service/subgraph-schema'
import type { GraphQLSchema } from 'graphql'
import { aopdResolvers } from './aopd.ts'
import { DateTime } from './date-time.ts'
import { linkedEntityResolvers } from './linked-entities.ts'
import { proofResolvers } from './proof.ts'

/** The executable schema of aopd. */
export function buildSchema(): GraphQLSchema {
  return buildSubgraph({
    typeDefs: loadTypeDefs(new URL('./', import.meta.url)),
    resolvers: { DateTime, ...aopdResolvers, ...proofResolvers, ...linkedEntityResolvers },
    serialNamespaces: ['AopdMutation'],
  })
}
