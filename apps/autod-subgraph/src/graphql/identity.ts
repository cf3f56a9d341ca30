import { referencedUser } from './loaders.ts'
import type { Resolvers } from './resolvers.generated.ts'

export const identityResolvers: Resolvers = {
  AutodQuery: {
    me: (_parent, _args, { identity }) => identity,
  },
  Identity: {
    id: ({ subject }) => subject,
    roles: ({ roles }) => [...roles],
    scopes: ({ scopes }) => [...scopes],
    user: ({ subject }, _args, { loaders }) => referencedUser(loaders, subject),
  },
}
