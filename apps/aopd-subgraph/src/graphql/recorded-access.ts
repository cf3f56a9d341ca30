import type { AccessedRecord } from '@travel-rule/subgraph/accesses'
import type { RecordedAccess } from '@travel-rule/subgraph/note-accesses'
import type { Proof } from '../domain/proof.ts'
import type { LegalHold } from '../store/legal-holds.ts'
import { PROOF_SUBJECT } from '../store/save-proof.ts'
import type { EvidenceReference } from './context.ts'

/** Fields with personal data and their records, named as in events. */
export const recordedAccess: RecordedAccess = {
  scope: 'pii:read',
  records: {
    SignatureProof: recordsOfProof,
    ProofLegalHold: ({ proofId }: LegalHold) => [{ type: PROOF_SUBJECT, id: proofId }],
    TransactionEvidence: ({ transactionId }: EvidenceReference) => [{ type: 'transfer', id: transactionId }],
  },
}

/** A proof also belongs to the transaction for which it was requested. */
function recordsOfProof({ id, transactionId }: Pick<Proof, 'id' | 'transactionId'>): readonly AccessedRecord[] {
  const proof = { type: PROOF_SUBJECT, id }
  return transactionId === undefined ? [proof] : [proof, { type: 'transfer', id: transactionId }]
}
