import { newestPosition } from '@travel-rule/database/outbox'
import { PROGRAM_VERSION } from '@travel-rule/service/program-version'
import { NAMESPACE } from '@travel-rule/subgraph/resolver-values'
import type { Resolvers } from './resolvers.generated.ts'

export const trpdResolvers: Resolvers = {
  Query: { trpd: () => NAMESPACE },
  Mutation: { trpd: () => NAMESPACE },
}

/** What this part says about itself. */
export const trpdPartResolvers: Resolvers = {
  TrpdQuery: {
    programVersion: () => PROGRAM_VERSION,
    eventPosition: async (_parent, _args, { service }) => String(await newestPosition(service.database.db)),
  },
}
