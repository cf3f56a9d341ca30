import { dateTimeScalar } from '@travel-rule/subgraph/date-time'
import { loadTypeDefs } from '@travel-rule/subgraph/load-schema'
import { buildSubgraph } from '@travel-rule/subgraph/subgraph-schema'
import type { GraphQLSchema } from 'graphql'
import { aopdResolvers } from './aopd.ts'
import { erasureResolvers } from './erasure.ts'
import { evidenceResolvers } from './evidence.ts'
import { linkedEntityResolvers, proofResolvers } from './proof.ts'
import { recordedAccess } from './recorded-access.ts'

/** The executable schema of aopd. */
export function buildSchema(): GraphQLSchema {
  return buildSubgraph({
    typeDefs: loadTypeDefs(new URL('./', import.meta.url)),
    resolvers: {
      DateTime: dateTimeScalar,
      ...aopdResolvers,
      ...proofResolvers,
      ...linkedEntityResolvers,
      ...evidenceResolvers,
      ...erasureResolvers,
      AopdQuery: { ...aopdResolvers.AopdQuery, ...erasureResolvers.AopdQuery },
      AopdMutation: { ...aopdResolvers.AopdMutation, ...erasureResolvers.AopdMutation },
    },
    serialNamespaces: ['AopdMutation'],
    recordedAccess,
  })
}
