import type { OutboxTables } from '@travel-rule/database/outbox'
import type { DataKeyTable } from '@travel-rule/database/record-keys'
import type { Generated } from 'kysely'
import type { ProofStatus, SubmissionChannel } from '../proofs/domain/proof.ts'
import type { Verdict, VerdictCode } from '../signatures/domain/verdict.ts'

/** The columns with the details of a proof as stored by 0.1.0; null in all others. */
export interface PlainDetails {
  address: string | null
  challenge: string | null
  submittedAddress: string | null
  signature: string | null
  verdictReason: string | null
}

/**
 * One version of a proof. Columns named `…Sealed` contain sealed personal data or secrets.
 *
 * A proof without `detailsSealed` is stored like in 0.1.0, with its details in plain columns.
 */
export interface ProofVersionTable extends PlainDetails {
  id: string
  version: number
  status: ProofStatus
  asset: string
  /** Empty once it has been erased. */
  detailsSealed: Buffer | null
  tokenSealed: Buffer
  customerReferenceSealed: Buffer | null
  transactionId: string | null
  addressBookEntryId: string | null
  attempts: number
  inconclusiveAttempts: number
  attemptsMax: number
  channel: SubmissionChannel | null
  verdictOutcome: Verdict['outcome'] | null
  verdictCode: VerdictCode | null
  verifier: string | null
  decidedBy: string | null
  revocationReasonSealed: Buffer | null
  expiresAt: Date
  createdAt: Date
  updatedAt: Date
  erasedAt: Date | null
}

/** The current version of every proof. */
export interface ProofTable extends ProofVersionTable {
  /** SHA-256 of the token, used to look up proofs. */
  tokenHash: Buffer
  /** Keyed hash of the address of a proof whose details are sealed. */
  addressFingerprint: Buffer | null
  /** Keyed hash of the customer reference of a proof whose details are sealed. */
  customerFingerprint: Buffer | null
}

/** A past or present legal hold. */
export interface LegalHoldTable {
  proofId: string
  setAt: Date
  setBy: string
  /** Empty once it has been erased. */
  reasonSealed: Buffer
  endedAt: Generated<Date | null>
  endedBy: Generated<string | null>
  endReasonSealed: Generated<Buffer | null>
}

export interface Tables extends OutboxTables {
  proof: ProofTable
  proofVersion: ProofVersionTable
  legalHolds: LegalHoldTable
  dataKeys: DataKeyTable
}
