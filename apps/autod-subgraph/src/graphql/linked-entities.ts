import { pageSize } from '@travel-rule/subgraph/page'
import type { Resolvers } from './resolvers.generated.ts'

/** The audit trails that this subgraph adds to entities of trpd. */
export const linkedEntityResolvers: Pick<Resolvers, 'Transaction' | 'Vasp'> = {
  Transaction: {
    __resolveReference: ({ id }) => ({ id }),
    async auditTrail({ id }, { first }, { loaders }) {
      return [...(await loaders.transactionTrail.load({ id, first: pageSize(first) }))]
    },
  },
  Vasp: {
    __resolveReference: ({ id }) => ({ id }),
    async auditTrail({ id }, { first }, { loaders }) {
      return [...(await loaders.vaspTrail.load({ id, first: pageSize(first) }))]
    },
  },
}
