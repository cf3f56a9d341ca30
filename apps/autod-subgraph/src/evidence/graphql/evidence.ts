import { refusalError } from '@travel-rule/subgraph/graphql-error'
import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { makeEvidence } from '../actions/make-evidence.ts'

export const evidenceResolvers: Resolvers = {
  AutodQuery: {
    transactionEvidence: (_parent, { id }) => ({ transactionId: id }),
  },
  TransactionEvidence: {
    __resolveReference: (reference) => reference,
    async bundle({ transactionId, exchange, proofs }, _args, { evidence, identity }) {
      if (exchange == null || proofs == null) {
        const message = 'Evidence needs what trpd and aopd know, and one of them could not be asked: try again.'
        throw refusalError({ code: 'EVIDENCE_INCOMPLETE', message })
      }
      if (evidence === undefined) {
        throw refusalError({
          code: 'EVIDENCE_KEYS_MISSING',
          message: 'Set AUTOD_CHECKPOINT_KEYS, which sign evidence.',
        })
      }
      const made = await makeEvidence(evidence, { transactionId, exchange, proofs, caller: identity })
      if (!made.ok) throw refusalError(made.refusal)
      return made.value
    },
  },
  EvidenceBundle: {
    async pdf(bundle, _args, { evidenceRenderer, signal, startedAt }) {
      const rendered = await evidenceRenderer.render(bundle, { signal, startedAt })
      if (!rendered.ok) throw refusalError(rendered.refusal)
      return Buffer.from(rendered.value).toString('base64')
    },
  },
}
