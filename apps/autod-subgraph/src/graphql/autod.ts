import { NAMESPACE } from '@travel-rule/subgraph/resolver-values'
import type { Resolvers } from './resolvers.generated.ts'

/** The namespaces of this subgraph; whoever enters one is a user seen. */
export const autodResolvers: Resolvers = {
  Query: {
    async autod(_parent, _args, { identity, seeCaller }) {
      await seeCaller(identity)
      return NAMESPACE
    },
  },
  Mutation: {
    async autod(_parent, _args, { identity, seeCaller }) {
      await seeCaller(identity)
      return NAMESPACE
    },
  },
}
