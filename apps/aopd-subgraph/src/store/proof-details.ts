import type { Sealing } from '@travel-rule/database/sealed-bytes'
import type { Selectable } from 'kysely'
import type { Proof, Submission } from '../proofs/domain/proof.ts'
import type { PlainDetails, ProofVersionTable } from './tables.ts'

/** What a proof reveals about the customer's wallet. */
interface Details {
  readonly address?: string | undefined
  readonly challenge: string
  readonly submission?: { readonly address: string; readonly signature: string; readonly reason: string } | undefined
}

export function detailsOf({ address, challenge, submission }: Proof): Details {
  return {
    address,
    challenge,
    ...(submission && {
      submission: { address: submission.address, signature: submission.signature, reason: submission.verdict.reason },
    }),
  }
}

/** The detail columns sealed with `key`, for this version of the proof only. */
export function sealDetails({ id, version }: Pick<Proof, 'id' | 'version'>, details: Details, key: Sealing) {
  return { ...NO_PLAIN_DETAILS, detailsSealed: key.seal(JSON.stringify(details), contextOf(id, version)) }
}

/** The detail columns in plain text. */
export function plainDetailsOf({ address, challenge, submission }: Details) {
  return {
    address: address ?? null,
    challenge,
    submittedAddress: submission?.address ?? null,
    signature: submission?.signature ?? null,
    verdictReason: submission?.reason ?? null,
    detailsSealed: null,
  }
}

export const NO_PLAIN_DETAILS: PlainDetails = {
  address: null,
  challenge: null,
  submittedAddress: null,
  signature: null,
  verdictReason: null,
}

/** The details in a row; empty once they have been erased. */
export function openDetails(
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
    return JSON.parse(key.open(row.detailsSealed, contextOf(row.id, row.version)).toString())
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

function contextOf(id: string, version: number): string {
  return `proof:${id}:${version}:details`
}
