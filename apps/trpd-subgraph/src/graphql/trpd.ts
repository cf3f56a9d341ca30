import { namespace } from './namespace.ts'
import type { Resolvers } from './resolvers.generated.ts'

export const trpdResolvers: Resolvers = {
  Query: { trpd: () => namespace },
  Mutation: { trpd: () => namespace },
}
