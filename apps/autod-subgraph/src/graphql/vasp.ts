import { pageSize } from '@travel-rule/subgraph/page'
import type { Resolvers } from './resolvers.generated.ts'

export const vaspResolvers: Resolvers = {
  Vasp: {
    __resolveReference: ({ id }) => ({ id }),
    async auditTrail({ id }, { first }, { loaders }) {
      return [...(await loaders.vaspTrail.load({ id, first: pageSize(first) }))]
    },
  },
}
