import type { LegalHold } from '@travel-rule/database/legal-holds'
import type { AccessedRecord } from '@travel-rule/subgraph/accesses'
import { dateTimeScalar } from '@travel-rule/subgraph/date-time'
import { loadTypeDefs } from '@travel-rule/subgraph/load-schema'
import type { RecordedAccess } from '@travel-rule/subgraph/note-accesses'
import { buildSubgraph } from '@travel-rule/subgraph/subgraph-schema'
import type { GraphQLSchema } from 'graphql'
import { erasureResolvers } from './erasure/graphql/erasure.ts'
import { aopdResolvers } from './graphql/aopd.ts'
import type { EvidenceReference } from './graphql/context.ts'
import type { Proof } from './proofs/domain/proof.ts'
import { evidenceResolvers, linkedEntityResolvers, proofResolvers } from './proofs/graphql/proof.ts'
import { PROOF_SUBJECT } from './store/save-proof.ts'

/** The executable schema of aopd. */
export function buildSchema(): GraphQLSchema {
  return buildSubgraph({
    typeDefs: loadTypeDefs(new URL('./', import.meta.url)),
    resolvers: {
      DateTime: dateTimeScalar,
      ...aopdResolvers,
      ...proofResolvers,
      ...linkedEntityResolvers,
      ...evidenceResolvers,
      ...erasureResolvers,
      AopdQuery: { ...aopdResolvers.AopdQuery, ...erasureResolvers.AopdQuery },
      AopdMutation: { ...aopdResolvers.AopdMutation, ...erasureResolvers.AopdMutation },
    },
    serialNamespaces: ['AopdMutation'],
    recordedAccess,
  })
}

/** Fields with personal data and their records, named as in events. */
const recordedAccess: RecordedAccess = {
  scope: 'pii:read',
  records: {
    SignatureProof: recordsOfProof,
    ProofLegalHold: ({ recordId }: LegalHold) => [{ type: PROOF_SUBJECT, id: recordId }],
    TransactionEvidence: ({ transactionId }: EvidenceReference) => [{ type: 'transfer', id: transactionId }],
  },
}

/** A proof also belongs to the transaction for which it was requested. */
function recordsOfProof({ id, transactionId }: Pick<Proof, 'id' | 'transactionId'>): readonly AccessedRecord[] {
  const proof = { type: PROOF_SUBJECT, id }
  return transactionId === undefined ? [proof] : [proof, { type: 'transfer', id: transactionId }]
}
