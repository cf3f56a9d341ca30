import { PROGRAM_VERSION } from '@travel-rule/service/program-version'
import { NAMESPACE } from '@travel-rule/subgraph/resolver-values'
import { type Context, referencedUser } from './context.ts'
import type { Resolvers } from './resolvers.generated.ts'

/** The namespaces of this subgraph. Using one records the caller as seen. */
export const autodResolvers: Resolvers = {
  Query: { autod: namespace },
  Mutation: { autod: namespace },
}

async function namespace(_parent: unknown, _args: unknown, { identity, seeCaller }: Context) {
  await seeCaller(identity)
  return NAMESPACE
}

export const identityResolvers: Resolvers = {
  AutodQuery: {
    me: (_parent, _args, { identity }) => identity,
    programVersion: () => PROGRAM_VERSION,
  },
  Identity: {
    id: ({ subject }) => subject,
    roles: ({ roles }) => [...roles],
    scopes: ({ scopes }) => [...scopes],
    user: ({ subject }, _args, { loaders }) => referencedUser(loaders, subject),
  },
}
