import { withoutBidiControls } from '@travel-rule/service/bidi-controls'
import { loadPage, readPage } from '@travel-rule/subgraph/page'
import { referencedUser } from '../../graphql/context.ts'
import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { countUsers, listUsers } from '../../store/users.ts'

export const userResolvers: Resolvers = {
  AutodQuery: {
    users: (_parent, args, { db, runHeavy }) => {
      const page = readPage(args)
      return loadPage(page.limit, runHeavy, () => listUsers(db, page))
    },
    usersCount: (_parent, _args, { db }) => countUsers(db),
    user: async (_parent, { id }, { loaders }) => (await loaders.user.load(id)) ?? null,
  },
  User: {
    __resolveReference: ({ id }, { loaders }) => referencedUser(loaders, id),
    // Names stored by earlier versions may contain bidirectional controls.
    name: ({ name }) => (name === undefined || name === null ? null : withoutBidiControls(name)),
    roles: ({ roles }) => [...roles],
    firstSeenAt: ({ firstSeenAt }) => firstSeenAt ?? null,
    lastSeenAt: ({ lastSeenAt }) => lastSeenAt ?? null,
  },
}
