import { createHash } from 'node:crypto'
import type { Sealing } from '@travel-rule/database/sealed-bytes'
import type { Selectable } from 'kysely'
import type { Proof, Submission } from '../proofs/domain/proof.ts'
import type { PlainDetails, ProofVersionTable } from './tables.ts'

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

/** What a proof reveals about the customer's wallet. */
interface Details {
  readonly address?: string | undefined
  readonly challenge: string
  readonly submission?: { readonly address: string; readonly signature: string; readonly reason: string } | undefined
}

function detailsOf({ address, challenge, submission }: Proof): Details {
  return {
    address,
    challenge,
    ...(submission && {
      submission: { address: submission.address, signature: submission.signature, reason: submission.verdict.reason },
    }),
  }
}

/** The detail columns sealed with `key`, for this version of the proof only. */
function sealDetails({ id, version }: Pick<Proof, 'id' | 'version'>, details: Details, key: Sealing) {
  return { ...NO_PLAIN_DETAILS, detailsSealed: key.seal(JSON.stringify(details), detailsContextOf(id, version)) }
}

/** The detail columns in plain text. */
function plainDetailsOf({ address, challenge, submission }: Details) {
  return {
    address: address ?? null,
    challenge,
    submittedAddress: submission?.address ?? null,
    signature: submission?.signature ?? null,
    verdictReason: submission?.reason ?? null,
    detailsSealed: null,
  }
}

const NO_PLAIN_DETAILS: PlainDetails = {
  address: null,
  challenge: null,
  submittedAddress: null,
  signature: null,
  verdictReason: null,
}

/** The details in a row; empty once they have been erased. */
function openDetails(
  row: Selectable<ProofVersionTable>,
  key: Sealing,
): Pick<Proof, 'address' | 'challenge' | 'submission'> {
  const { address, challenge, submission } = readDetails(row, key)
  return { address, challenge, submission: submission && submissionOf(row, submission) }
}

function readDetails(row: Selectable<ProofVersionTable>, key: Sealing): Details {
  const { address, challenge, submittedAddress, signature, verdictReason: reason } = row
  if (row.erasedAt !== null) return { challenge: '', submission: { address: '', signature: '', reason: '' } }
  if (row.detailsSealed !== null)
    return JSON.parse(key.open(row.detailsSealed, detailsContextOf(row.id, row.version)).toString())
  if (challenge === null) throw new Error(`proof ${row.id} has no details`)
  const isSubmitted = submittedAddress !== null && signature !== null && reason !== null
  return {
    address: address ?? undefined,
    challenge,
    ...(isSubmitted && { submission: { address: submittedAddress, signature, reason } }),
  }
}

/** The submission in a row; `undefined` before the first. */
function submissionOf(
  { channel, verdictOutcome: outcome, verdictCode: code, verifier }: Selectable<ProofVersionTable>,
  { address, signature, reason }: NonNullable<Details['submission']>,
): Submission | undefined {
  if (!channel || !outcome || !code || !verifier) return undefined
  return { address, signature, channel, verdict: { outcome, code, reason, verifier } }
}

function detailsContextOf(id: string, version: number): string {
  return `proof:${id}:${version}:details`
}
