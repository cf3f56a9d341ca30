import type { OutboxTables } from '@travel-rule/database/outbox'
import type { AssetSymbol } from '../domain/asset.ts'
import type { ProofStatus, SubmissionChannel } from '../domain/proof.ts'
import type { Verdict, VerdictCode } from '../domain/verdict.ts'

/** One version of a proof. Columns named `…_sealed` hold personal data or secrets, sealed. */
export interface ProofVersionTable {
  id: string
  version: number
  status: ProofStatus
  asset: AssetSymbol
  address: string | null
  challenge: string
  token_sealed: Buffer
  customer_reference_sealed: Buffer | null
  transaction_id: string | null
  address_book_entry_id: string | null
  attempts: number
  attempts_max: number
  submitted_address: string | null
  signature: string | null
  channel: SubmissionChannel | null
  verdict_outcome: Verdict['outcome'] | null
  verdict_code: VerdictCode | null
  verdict_reason: string | null
  verifier: string | null
  decided_by: string | null
  revocation_reason_sealed: Buffer | null
  expires_at: Date
  created_at: Date
  updated_at: Date
}

/** The current version of every proof. */
export interface ProofTable extends ProofVersionTable {
  /** SHA-256 of the token: what a stranger's token is looked up by. */
  token_hash: Buffer
}

export interface Tables extends OutboxTables {
  proof: ProofTable
  proof_version: ProofVersionTable
}
