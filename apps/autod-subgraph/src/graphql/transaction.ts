import { pageSize } from '@travel-rule/subgraph/page'
import type { Resolvers } from './resolvers.generated.ts'

export const transactionResolvers: Resolvers = {
  Transaction: {
    __resolveReference: ({ id }) => ({ id }),
    async auditTrail({ id }, { first }, { loaders }) {
      return [...(await loaders.transactionTrail.load({ id, first: pageSize(first) }))]
    },
  },
}
