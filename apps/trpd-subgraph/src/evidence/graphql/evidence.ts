import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { gatherEvidence } from '../actions/gather-evidence.ts'

export const evidenceResolvers: Resolvers = {
  TransactionEvidence: {
    __resolveReference: ({ transactionId }) => ({ transactionId }),
    exchange: async ({ transactionId }, _args, { service }) => (await gatherEvidence(service, transactionId)) ?? 'null',
  },
}
