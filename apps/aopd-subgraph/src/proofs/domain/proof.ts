import type { Verdict } from '../../signatures/domain/verdict.ts'

export const PROOF_STATUSES = [
  'REQUESTED',
  'VERIFIED',
  'REJECTED',
  'INCONCLUSIVE',
  'EXPIRED',
  'CANCELED',
  'REVOKED',
] as const

export type ProofStatus = (typeof PROOF_STATUSES)[number]

/** The origin of a signature: an AOPP callback, the customer's page, or the API. */
export type SubmissionChannel = 'AOPP' | 'PORTAL' | 'API'

/** A request that a customer sign a challenge with the key of an address, and its outcome. */
export interface Proof {
  readonly id: string
  /** 1 when requested, incremented by every change. */
  readonly version: number
  readonly status: ProofStatus
  /** The key of the asset. */
  readonly asset: string
  /** Canonical. `undefined` until verified, if the customer's wallet chooses the address. */
  readonly address: string | undefined
  readonly challenge: string
  /** The secret that gives access to the customer's page and to the AOPP callback. */
  readonly token: string
  /** The VASP's reference for its customer: personal data. */
  readonly customerReference: string | undefined
  readonly transactionId: string | undefined
  readonly addressBookEntryId: string | undefined
  readonly attempts: number
  /** Number of attempts that could not be verified here. */
  readonly inconclusiveAttempts: number
  readonly attemptsMax: number
  /** The last attempt. */
  readonly submission: Submission | undefined
  /** Subject of the user who canceled, decided or revoked the proof. */
  readonly decidedBy: string | undefined
  /** The user's reason for the decision or revocation. May contain personal data. */
  readonly decisionReason: string | undefined
  readonly expiresAt: Date
  readonly createdAt: Date
  readonly updatedAt: Date
  /** When the personal data was erased; fields that contained it are empty. */
  readonly erasedAt: Date | undefined
}

export interface Submission {
  readonly address: string
  readonly signature: string
  readonly channel: SubmissionChannel
  readonly verdict: Verdict
}

export type ProofEventType =
  | 'proof.requested'
  | 'proof.attempted'
  | 'proof.verified'
  | 'proof.rejected'
  | 'proof.inconclusive'
  | 'proof.expired'
  | 'proof.canceled'
  | 'proof.revoked'

/** The audit event of a change. A proof cannot be stored without one. */
export interface ProofEvent {
  readonly type: ProofEventType
}

/** A changed proof with its audit event. */
export interface ProofChange {
  readonly proof: Proof
  readonly event: ProofEvent
}
