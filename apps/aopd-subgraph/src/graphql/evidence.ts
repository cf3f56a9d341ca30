import type { Context } from './context.ts'
import type { Resolvers } from './resolvers.generated.ts'

export const evidenceResolvers: Pick<Resolvers<Context>, 'TransactionEvidence'> = {
  TransactionEvidence: {
    __resolveReference: ({ transactionId }) => ({ transactionId }),
    proofs: async ({ transactionId }, _args, { loaders }) => {
      const proofs = await loaders.proofsOfTransaction.load(transactionId)
      return JSON.stringify(
        await Promise.all(
          // The token is left out, because anyone who has it can submit a signature.
          proofs.map(async ({ token: _, submission: __, ...proof }) => ({
            ...proof,
            submissions: await loaders.submissionsOfProof.load(proof.id),
          })),
        ),
      )
    },
  },
}
