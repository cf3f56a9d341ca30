import type { OutboxTables } from '@travel-rule/database/outbox'
import type { DataKeyTable } from '@travel-rule/database/record-keys'
import type { Generated } from 'kysely'
import type { ProofStatus, SubmissionChannel } from '../domain/proof.ts'
import type { Verdict, VerdictCode } from '../domain/verdict.ts'

/** The columns with the details of a proof as stored by 0.1.0; null in all others. */
export interface PlainDetails {
  address: string | null
  challenge: string | null
  submitted_address: string | null
  signature: string | null
  verdict_reason: string | null
}

/**
 * One version of a proof. Columns named `…_sealed` contain sealed personal data or secrets.
 *
 * A proof without `details_sealed` is stored like in 0.1.0, with its details in plain columns.
 */
export interface ProofVersionTable extends PlainDetails {
  id: string
  version: number
  status: ProofStatus
  asset: string
  /** Empty once it has been erased. */
  details_sealed: Buffer | null
  token_sealed: Buffer
  customer_reference_sealed: Buffer | null
  transaction_id: string | null
  address_book_entry_id: string | null
  attempts: number
  inconclusive_attempts: number
  attempts_max: number
  channel: SubmissionChannel | null
  verdict_outcome: Verdict['outcome'] | null
  verdict_code: VerdictCode | null
  verifier: string | null
  decided_by: string | null
  revocation_reason_sealed: Buffer | null
  expires_at: Date
  created_at: Date
  updated_at: Date
  erased_at: Date | null
}

/** The current version of every proof. */
export interface ProofTable extends ProofVersionTable {
  /** SHA-256 of the token, used to look up proofs. */
  token_hash: Buffer
  /** Keyed hash of the address of a proof whose details are sealed. */
  address_fingerprint: Buffer | null
  /** Keyed hash of the customer reference of a proof whose details are sealed. */
  customer_fingerprint: Buffer | null
}

/** A past or present legal hold. */
export interface LegalHoldTable {
  proof_id: string
  set_at: Date
  set_by: string
  /** Empty once it has been erased. */
  reason_sealed: Buffer
  ended_at: Generated<Date | null>
  ended_by: Generated<string | null>
  end_reason_sealed: Generated<Buffer | null>
}

export interface Tables extends OutboxTables {
  proof: ProofTable
  proof_version: ProofVersionTable
  legal_holds: LegalHoldTable
  data_keys: DataKeyTable
}
