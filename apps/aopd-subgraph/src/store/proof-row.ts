import { createHash } from 'node:crypto'
import type { Sealing } from '@travel-rule/database/sealed-bytes'
import type { Selectable } from 'kysely'
import type { Proof } from '../domain/proof.ts'
import { detailsOf, openDetails, plainDetailsOf, sealDetails } from './proof-details.ts'
import type { ProofVersionTable } from './tables.ts'

/** How a proof is stored. */
export interface StoredForm {
  /** The proof's data key, or the sealing keys if it has none. */
  readonly key: Sealing
  /** True if the details are sealed, which requires a data key. */
  readonly isSealed: boolean
}

/** The row of a proof, with personal data and the token sealed for this proof. */
export function toRow(proof: Proof, { key, isSealed }: StoredForm): ProofVersionTable {
  const seal = (name: SealedField, plain: string) => key.seal(plain, contextOf(proof.id, name))
  const sealOptional = (name: SealedField, plain: string | undefined) =>
    plain === undefined ? null : seal(name, plain)
  const { submission } = proof
  const details = detailsOf(proof)
  return {
    id: proof.id,
    version: proof.version,
    status: proof.status,
    asset: proof.asset,
    ...(isSealed ? sealDetails(proof, details, key) : plainDetailsOf(details)),
    token_sealed: seal('token', proof.token),
    customer_reference_sealed: sealOptional('customerReference', proof.customerReference),
    transaction_id: proof.transactionId ?? null,
    address_book_entry_id: proof.addressBookEntryId ?? null,
    attempts: proof.attempts,
    inconclusive_attempts: proof.inconclusiveAttempts,
    attempts_max: proof.attemptsMax,
    channel: submission?.channel ?? null,
    verdict_outcome: submission?.verdict.outcome ?? null,
    verdict_code: submission?.verdict.code ?? null,
    verifier: submission?.verdict.verifier ?? null,
    decided_by: proof.decidedBy ?? null,
    revocation_reason_sealed: sealOptional('revocationReason', proof.decisionReason),
    expires_at: proof.expiresAt,
    created_at: proof.createdAt,
    updated_at: proof.updatedAt,
    erased_at: proof.erasedAt ?? null,
  }
}

/**
 * The proof of a row; its personal data is empty once it has been erased. Throws a `SealError` if a sealed
 * column was modified or its key is missing.
 */
export function fromRow(row: Selectable<ProofVersionTable>, key: Sealing): Proof {
  const isErased = row.erased_at !== null
  const open = (name: SealedField, sealed: Buffer) => key.open(sealed, contextOf(row.id, name)).toString('utf8')
  const openOptional = (name: SealedField, sealed: Buffer | null) =>
    sealed === null || isErased ? undefined : open(name, sealed)
  const { address, challenge, submission } = openDetails(row, key)
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    asset: row.asset,
    address,
    challenge,
    token: isErased ? '' : open('token', row.token_sealed),
    customerReference: openOptional('customerReference', row.customer_reference_sealed),
    transactionId: row.transaction_id ?? undefined,
    addressBookEntryId: row.address_book_entry_id ?? undefined,
    attempts: row.attempts,
    inconclusiveAttempts: row.inconclusive_attempts,
    attemptsMax: row.attempts_max,
    submission,
    decidedBy: row.decided_by ?? undefined,
    decisionReason: openOptional('revocationReason', row.revocation_reason_sealed),
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    erasedAt: row.erased_at ?? undefined,
  }
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

type SealedField = 'token' | 'customerReference' | 'revocationReason'

function contextOf(id: string, name: SealedField): string {
  return `proof:${id}:${name}`
}
