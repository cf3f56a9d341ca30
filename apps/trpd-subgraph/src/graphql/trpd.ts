import { NAMESPACE } from '@travel-rule/subgraph/resolver-values'
import type { Resolvers } from './resolvers.generated.ts'

export const trpdResolvers: Resolvers = {
  Query: { trpd: () => NAMESPACE },
  Mutation: { trpd: () => NAMESPACE },
}
