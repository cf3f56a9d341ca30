import { createHash } from 'node:crypto'
import type { OutboxTables } from '@travel-rule/database/outbox'
import type { Sealer } from '@travel-rule/database/seal'
import type { Selectable } from 'kysely'
import type { Proof, ProofStatus, Submission, SubmissionChannel } from '../domain/proof.ts'
import type { Verdict, VerdictCode } from '../domain/verdict.ts'

/** The row of a proof, with personal data and the token sealed for this proof. */
export function toRow(proof: Proof, sealer: Sealer): ProofVersionTable {
  const seal = (name: SealedField, plain: string) => sealer.seal(plain, contextOf(proof.id, name))
  const sealOptional = (name: SealedField, plain: string | undefined) =>
    plain === undefined ? null : seal(name, plain)
  const { submission } = proof
  return {
    id: proof.id,
    version: proof.version,
    status: proof.status,
    asset: proof.asset,
    address: proof.address ?? null,
    challenge: proof.challenge,
    token_sealed: seal('token', proof.token),
    customer_reference_sealed: sealOptional('customerReference', proof.customerReference),
    transaction_id: proof.transactionId ?? null,
    address_book_entry_id: proof.addressBookEntryId ?? null,
    attempts: proof.attempts,
    inconclusive_attempts: proof.inconclusiveAttempts,
    attempts_max: proof.attemptsMax,
    submitted_address: submission?.address ?? null,
    signature: submission?.signature ?? null,
    channel: submission?.channel ?? null,
    verdict_outcome: submission?.verdict.outcome ?? null,
    verdict_code: submission?.verdict.code ?? null,
    verdict_reason: submission?.verdict.reason ?? null,
    verifier: submission?.verdict.verifier ?? null,
    decided_by: proof.decidedBy ?? null,
    revocation_reason_sealed: sealOptional('revocationReason', proof.revocationReason),
    expires_at: proof.expiresAt,
    created_at: proof.createdAt,
    updated_at: proof.updatedAt,
  }
}

/**
 * The proof of a row. Throws a `SealError` when a sealed column was changed or its key is missing.
 */
export function fromRow(row: Selectable<ProofVersionTable>, sealer: Sealer): Proof {
  const open = (name: SealedField, sealed: Buffer) => sealer.open(sealed, contextOf(row.id, name)).toString('utf8')
  const openOptional = (name: SealedField, sealed: Buffer | null) => (sealed === null ? undefined : open(name, sealed))
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    asset: row.asset,
    address: row.address ?? undefined,
    challenge: row.challenge,
    token: open('token', row.token_sealed),
    customerReference: openOptional('customerReference', row.customer_reference_sealed),
    transactionId: row.transaction_id ?? undefined,
    addressBookEntryId: row.address_book_entry_id ?? undefined,
    attempts: row.attempts,
    inconclusiveAttempts: row.inconclusive_attempts,
    attemptsMax: row.attempts_max,
    submission: submissionOf(row),
    decidedBy: row.decided_by ?? undefined,
    revocationReason: openOptional('revocationReason', row.revocation_reason_sealed),
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

type SealedField = 'token' | 'customerReference' | 'revocationReason'

function contextOf(id: string, name: SealedField): string {
  return `proof:${id}:${name}`
}

/** The submission in a row; `undefined` before the first. */
export function submissionOf(row: Selectable<ProofVersionTable>): Submission | undefined {
  const { submitted_address: address, signature, channel, verdict_outcome: outcome } = row
  const { verdict_code: code, verdict_reason: reason, verifier } = row
  if (!address || !signature || !channel || !outcome || !code || !reason || !verifier) return undefined
  return { address, signature, channel, verdict: { outcome, code, reason, verifier } }
}

/** One version of a proof. Columns named `…_sealed` hold personal data or secrets, sealed. */
export interface ProofVersionTable {
  id: string
  version: number
  status: ProofStatus
  asset: string
  address: string | null
  challenge: string
  token_sealed: Buffer
  customer_reference_sealed: Buffer | null
  transaction_id: string | null
  address_book_entry_id: string | null
  attempts: number
  inconclusive_attempts: number
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
  /** SHA-256 of the token, by which proofs are looked up. */
  token_hash: Buffer
}

export interface Tables extends OutboxTables {
  proof: ProofTable
  proof_version: ProofVersionTable
}
