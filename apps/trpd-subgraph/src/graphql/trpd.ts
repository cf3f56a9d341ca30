import { newestPosition } from '@travel-rule/database/outbox'
import { PROGRAM_VERSION } from '@travel-rule/service/program-version'
import { NAMESPACE } from '@travel-rule/subgraph/resolver-values'
import type { Context } from './context.ts'
import type { Resolvers } from './resolvers.generated.ts'

/** The namespaces of this subgraph. Using one records whether cases can be assigned to the caller. */
export const trpdResolvers: Resolvers = {
  Query: { trpd: namespace },
  Mutation: { trpd: namespace },
}

async function namespace(_parent: unknown, _args: unknown, { identity, seeCaller }: Context) {
  await seeCaller(identity)
  return NAMESPACE
}

/** This subgraph's report about itself. */
export const trpdPartResolvers: Resolvers = {
  TrpdQuery: {
    programVersion: () => PROGRAM_VERSION,
    eventPosition: async (_parent, _args, { service }) => String(await newestPosition(service.database.db)),
  },
}
