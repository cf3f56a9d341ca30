import { createHash } from 'node:crypto'
import type { Sealing } from '@travel-rule/database/sealed-bytes'
import type { Selectable } from 'kysely'
import type { Proof } from '../proofs/domain/proof.ts'
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
    tokenSealed: seal('token', proof.token),
    customerReferenceSealed: sealOptional('customerReference', proof.customerReference),
    transactionId: proof.transactionId ?? null,
    addressBookEntryId: proof.addressBookEntryId ?? null,
    attempts: proof.attempts,
    inconclusiveAttempts: proof.inconclusiveAttempts,
    attemptsMax: proof.attemptsMax,
    channel: submission?.channel ?? null,
    verdictOutcome: submission?.verdict.outcome ?? null,
    verdictCode: submission?.verdict.code ?? null,
    verifier: submission?.verdict.verifier ?? null,
    decidedBy: proof.decidedBy ?? null,
    revocationReasonSealed: sealOptional('revocationReason', proof.decisionReason),
    expiresAt: proof.expiresAt,
    createdAt: proof.createdAt,
    updatedAt: proof.updatedAt,
    erasedAt: proof.erasedAt ?? null,
  }
}

/**
 * The proof of a row; its personal data is empty once it has been erased. Throws a `SealError` if a sealed
 * column was modified or its key is missing.
 */
export function fromRow(row: Selectable<ProofVersionTable>, key: Sealing): Proof {
  const isErased = row.erasedAt !== null
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
    token: isErased ? '' : open('token', row.tokenSealed),
    customerReference: openOptional('customerReference', row.customerReferenceSealed),
    transactionId: row.transactionId ?? undefined,
    addressBookEntryId: row.addressBookEntryId ?? undefined,
    attempts: row.attempts,
    inconclusiveAttempts: row.inconclusiveAttempts,
    attemptsMax: row.attemptsMax,
    submission,
    decidedBy: row.decidedBy ?? undefined,
    decisionReason: openOptional('revocationReason', row.revocationReasonSealed),
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    erasedAt: row.erasedAt ?? undefined,
  }
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

type SealedField = 'token' | 'customerReference' | 'revocationReason'

function contextOf(id: string, name: SealedField): string {
  return `proof:${id}:${name}`
}
