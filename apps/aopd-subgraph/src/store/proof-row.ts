import { createHash } from 'node:crypto'
import type { Sealer } from '@travel-rule/database/seal'
import type { Selectable } from 'kysely'
import type { Proof, Submission } from '../domain/proof.ts'
import type { ProofVersionTable } from './tables.ts'

/** A proof as a row, personal data and the token sealed for this proof only. */
export function toRow(proof: Proof, sealer: Sealer): ProofVersionTable {
  const seal = (name: SealedField, text: string) => sealer.seal(text, contextOf(proof.id, name))
  const sealOptional = (name: SealedField, text: string | undefined) => (text === undefined ? null : seal(name, text))
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

/** The proof of a row. Throws a `SealError` when a sealed column was changed or its key is gone. */
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

function submissionOf(row: Selectable<ProofVersionTable>): Submission | undefined {
  const { submitted_address: address, signature, channel, verdict_outcome: outcome } = row
  const { verdict_code: code, verdict_reason: reason, verifier } = row
  if (!address || !signature || !channel || !outcome || !code || !reason || !verifier) return undefined
  return { address, signature, channel, verdict: { outcome, code, reason, verifier } }
}
