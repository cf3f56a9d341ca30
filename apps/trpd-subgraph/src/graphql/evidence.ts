import { gatherEvidence } from '../actions/gather-evidence.ts'
import type { Resolvers } from './resolvers.generated.ts'

export const evidenceResolvers: Resolvers = {
  TransactionEvidence: {
    __resolveReference: ({ transactionId }) => ({ transactionId }),
    exchange: async ({ transactionId }, _args, { service }) => (await gatherEvidence(service, transactionId)) ?? 'null',
  },
}
