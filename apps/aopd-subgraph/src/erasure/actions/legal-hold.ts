import { changeLegalHold } from '@travel-rule/database/legal-holds'
import type { Actor } from '@travel-rule/database/outbox'
import { inRecordedTransaction } from '@travel-rule/database/recorded-transaction'
import { ok, refuse } from '@travel-rule/service/result'
import type { ProofResult } from '../../foundation/domain/refusal.ts'
import { checkReason, type ProofService } from '../../proofs/actions/proof-actions.ts'
import type { Proof } from '../../proofs/domain/proof.ts'
import { PROOFS } from '../../store/erase-proofs.ts'
import { lockProof } from '../../store/load-proof.ts'

interface HoldInput {
  /** Id of the proof. */
  readonly id: string
  /** Internal text. */
  readonly reason: string
}

/**
 * Keeps the personal data of a proof from erasure until the hold ends. Refused with `PROOF_NOT_FOUND`,
 * `PROOF_ERASED` and `INPUT_INVALID`, and as by `changeLegalHold`.
 */
export function setLegalHold(service: ProofService, input: HoldInput, actor: Actor): Promise<ProofResult<Proof>> {
  return changeHold(service, input, actor, 'proof.legal_hold_set')
}

/** Ends a legal hold. Refused as by `setLegalHold`. */
export function endLegalHold(service: ProofService, input: HoldInput, actor: Actor): Promise<ProofResult<Proof>> {
  return changeHold(service, input, actor, 'proof.legal_hold_ended')
}

async function changeHold(
  { database, sealer, now }: ProofService,
  input: HoldInput,
  actor: Actor,
  type: 'proof.legal_hold_set' | 'proof.legal_hold_ended',
): Promise<ProofResult<Proof>> {
  const reason = checkReason(input.reason)
  if (!reason.ok) return reason
  return inRecordedTransaction(database, async (work): Promise<ProofResult<Proof>> => {
    const proof = await lockProof({ tx: work.tx, sealer }, { id: input.id })
    if (!proof) return refuse('PROOF_NOT_FOUND', 'There is no such proof.')
    if (proof.erasedAt !== undefined) return refuse('PROOF_ERASED', 'The personal data of this proof was erased.')
    const change = { type, recordId: proof.id, reason: reason.value, actor, at: now() }
    const changed = await changeLegalHold(work, sealer, PROOFS, change)
    return changed.ok ? ok(proof) : changed
  })
}
