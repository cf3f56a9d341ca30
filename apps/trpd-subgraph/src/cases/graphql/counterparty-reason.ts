import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { unwrap } from '../../graphql/unwrap.ts'
import { retireReason, setReason } from '../actions/counterparty-reasons.ts'
import { listReasons } from '../store/counterparty-reasons.ts'

export const counterpartyReasonResolvers: Resolvers = {
  TrpdQuery: {
    counterpartyReasons: (_parent, _args, { service: { database } }) => listReasons(database.db),
  },
  TrpdMutation: {
    setCounterpartyReason: async (_parent, args, { service, actor }) => unwrap(await setReason(service, args, actor)),
    retireCounterpartyReason: async (_parent, { id }, { service, actor }) =>
      unwrap(await retireReason(service, id, actor)),
  },
}
