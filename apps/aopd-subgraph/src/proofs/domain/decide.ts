import type { ProofRefusal } from '../../foundation/domain/refusal.ts'
import type { Proof, ProofChange, ProofEventType, Submission } from './proof.ts'

export type Command =
  | {
      readonly type: 'submit'
      readonly submission: Submission
      /** Canonical form of the submitted address. */
      readonly address: string | undefined
      readonly at: Date
    }
  | { readonly type: 'cancel'; readonly by: string; readonly at: Date }
  | { readonly type: 'revoke'; readonly by: string; readonly reason: string; readonly at: Date }
  | {
      readonly type: 'accept' | 'reject'
      readonly by: string
      readonly reason: string
      /** Canonical form of the last submitted address, if the wallet chose it. */
      readonly address: string | undefined
      readonly at: Date
    }
  | { readonly type: 'expire'; readonly at: Date }

/** Maximum number of inconclusive signatures per proof, which use up no attempts; the last one ends the proof. */
export const INCONCLUSIVE_MAX = 20

/** `unchanged`: the command was already carried out, or is not due yet. */
export type Decision =
  | ({ readonly kind: 'changed' } & ProofChange)
  | { readonly kind: 'unchanged'; readonly proof: Proof }
  | { readonly kind: 'refused'; readonly refusal: ProofRefusal }

/**
 * The changed proof with its audit event, or why the command does not change the proof.
 *
 * REQUESTED → VERIFIED | REJECTED | INCONCLUSIVE by a submission, → EXPIRED | CANCELED; VERIFIED → REVOKED. A
 * signature that is not valid leaves the proof REQUESTED. An invalid one uses up an attempt, and the last
 * attempt ends the proof: as INCONCLUSIVE if any signature was inconclusive, otherwise as REJECTED. A person
 * can verify or reject a proof that is INCONCLUSIVE or has an inconclusive signature, and can verify a
 * REJECTED proof.
 */
export function decide(proof: Proof, command: Command): Decision {
  if (proof.erasedAt !== undefined) return decideErased(proof, command)
  switch (command.type) {
    case 'submit':
      if (isRepeated(proof, command.submission)) return { kind: 'unchanged', proof }
      if (proof.status !== 'REQUESTED') return wrongStatus(proof, 'accepts no more signatures')
      if (command.at >= proof.expiresAt)
        return refuse({
          code: 'PROOF_EXPIRED',
          message: `The proof expired at ${proof.expiresAt.toISOString()}. Request a new one.`,
        })
      return submit(proof, command)
    case 'cancel':
      if (proof.status === 'CANCELED') return { kind: 'unchanged', proof }
      if (proof.status !== 'REQUESTED') return wrongStatus(proof, 'cannot be canceled')
      return change(proof, command.at, 'proof.canceled', { status: 'CANCELED', decidedBy: command.by })
    case 'revoke':
      if (proof.status !== 'VERIFIED') return wrongStatus(proof, 'cannot be revoked: only a VERIFIED one can')
      return change(proof, command.at, 'proof.revoked', {
        status: 'REVOKED',
        decidedBy: command.by,
        decisionReason: command.reason,
      })
    case 'accept':
    case 'reject':
      return decideByPerson(proof, command)
    case 'expire':
      if (proof.status !== 'REQUESTED' || command.at < proof.expiresAt) return { kind: 'unchanged', proof }
      return change(proof, command.at, 'proof.expired', { status: 'EXPIRED' })
  }
}

/** An erased proof no longer changes. To its customer, the request has expired. */
function decideErased(proof: Proof, { type }: Command): Decision {
  switch (type) {
    case 'submit':
      return refuse({ code: 'PROOF_EXPIRED', message: 'The proof has expired. Request a new one.' })
    case 'cancel':
    case 'revoke':
    case 'accept':
    case 'reject':
      return refuse({ code: 'PROOF_ERASED', message: 'The personal data of this proof was erased.' })
    case 'expire':
      return { kind: 'unchanged', proof }
  }
}

function decideByPerson(
  proof: Proof,
  { type, by, reason, at, ...chosen }: Extract<Command, { type: 'accept' | 'reject' }>,
): Decision {
  if (!isDecidable(proof, type))
    return wrongStatus(proof, 'cannot be decided: only one in doubt can, and a REJECTED one can be accepted')
  const decided = { decidedBy: by, decisionReason: reason }
  if (type === 'reject') return change(proof, at, 'proof.rejected', { ...decided, status: 'REJECTED' })
  const address = proof.address ?? chosen.address
  if (address === undefined)
    return refuse({ code: 'ADDRESS_INVALID', message: 'The address that was submitted last cannot be proven.' })
  return change(proof, at, 'proof.verified', { ...decided, status: 'VERIFIED', address })
}

/**
 * True if a person may decide: the verifiers could not, or they rejected something that a person can judge
 * differently.
 */
function isDecidable({ status, inconclusiveAttempts }: Proof, type: 'accept' | 'reject'): boolean {
  if (status === 'REJECTED') return type === 'accept'
  return status === 'INCONCLUSIVE' || ((status === 'REQUESTED' || status === 'EXPIRED') && inconclusiveAttempts > 0)
}

function submit(proof: Proof, { submission, address, at }: Extract<Command, { type: 'submit' }>): Decision {
  const { outcome } = submission.verdict
  const attempts = proof.attempts + 1
  const inconclusiveAttempts = proof.inconclusiveAttempts + (outcome === 'INCONCLUSIVE' ? 1 : 0)
  const attempt = { submission, attempts, inconclusiveAttempts }
  if (outcome === 'VALID') return change(proof, at, 'proof.verified', { ...attempt, status: 'VERIFIED', address })
  const isOpen = attempts - inconclusiveAttempts < proof.attemptsMax && inconclusiveAttempts < INCONCLUSIVE_MAX
  if (isOpen) return change(proof, at, 'proof.attempted', attempt)
  return inconclusiveAttempts > 0
    ? change(proof, at, 'proof.inconclusive', { ...attempt, status: 'INCONCLUSIVE' })
    : change(proof, at, 'proof.rejected', { ...attempt, status: 'REJECTED' })
}

/**
 * True if the latest submission was sent again, for example by a wallet that missed the response.
 *
 * While the proof is open, a changed verdict counts: a newer version may support the signature.
 */
function isRepeated({ status, submission: latest }: Proof, { address, signature, verdict }: Submission): boolean {
  if (latest?.address !== address || latest.signature !== signature) return false
  if (status === 'REQUESTED') return latest.verdict.code === verdict.code && latest.verdict.outcome === verdict.outcome
  return status === 'VERIFIED' || status === 'INCONCLUSIVE' || status === 'REJECTED'
}

function change(proof: Proof, at: Date, type: ProofEventType, fields: Partial<Proof>): Decision {
  return { kind: 'changed', proof: { ...proof, ...fields, version: proof.version + 1, updatedAt: at }, event: { type } }
}

function wrongStatus(proof: Proof, problem: string): Decision {
  return refuse({ code: 'PROOF_WRONG_STATUS', message: `The proof is ${proof.status} and ${problem}.` })
}

function refuse(refusal: ProofRefusal): Decision {
  return { kind: 'refused', refusal }
}
