import { connectionOf, cursorsOf, pageSize } from '@travel-rule/subgraph/page'
import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { dataAccessOf } from '../domain/data-access.ts'

const cursors = cursorsOf('access', {
  code: 'AUDIT_CURSOR_INVALID',
  message: 'after must be the endCursor of an earlier page of dataAccesses.',
})

export const dataAccessResolvers: Resolvers = {
  Transaction: {
    async dataAccesses({ id }, { first, after }, { loaders }) {
      const size = pageSize(first)
      const before = after == null ? undefined : cursors.decode(after)
      const entries = await loaders.accesses.load({ record: `transfer:${id}`, limit: size + 1, before })
      return connectionOf(entries, {
        size,
        isContinued: before !== undefined,
        nodeOf: dataAccessOf,
        cursorOf: ({ sequence }) => cursors.encode(sequence),
      })
    },
  },
  DataAccess: {
    sequence: ({ sequence }) => String(sequence),
    roles: ({ roles }) => [...roles],
    fields: ({ fields }) => [...fields],
    traceId: ({ traceId }) => traceId ?? null,
    purpose: ({ purpose }) => purpose ?? null,
  },
}
