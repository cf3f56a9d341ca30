import type { Proof } from './proof.ts'

export type ProofEventType =
  | 'proof.requested'
  | 'proof.attempted'
  | 'proof.verified'
  | 'proof.rejected'
  | 'proof.inconclusive'
  | 'proof.expired'
  | 'proof.canceled'
  | 'proof.revoked'

/** What the audit trail keeps of a change. There is no way to store a proof without one. */
export interface ProofEvent {
  readonly type: ProofEventType
}

/** A proof as it is to be stored, with the event that tells why. */
export interface ProofChange {
  readonly proof: Proof
  readonly event: ProofEvent
}
