import type { Actor } from '@travel-rule/database/outbox'
import { inRecordedTransaction } from '@travel-rule/database/recorded-transaction'
import { ok } from '@travel-rule/service/result'
import { type ProofResult, refuse } from '../../foundation/domain/refusal.ts'
import { checkReason, type ProofService } from '../../proofs/actions/proof-actions.ts'
import type { Proof } from '../../proofs/domain/proof.ts'
import { endStoredHold, insertLegalHold, loadLegalHolds } from '../../store/legal-holds.ts'
import { lockProof } from '../../store/load-proof.ts'
import { PROOF_SUBJECT } from '../../store/save-proof.ts'

interface HoldInput {
  /** Id of the proof. */
  readonly id: string
  /** Internal text. */
  readonly reason: string
}

/**
 * Keeps the personal data of a proof from erasure until the hold ends. Refused with `PROOF_NOT_FOUND`,
 * `PROOF_ERASED`, `INPUT_INVALID` and `LEGAL_HOLD_EXISTS`.
 */
export function setLegalHold(service: ProofService, input: HoldInput, actor: Actor): Promise<ProofResult<Proof>> {
  return changeHold(service, input, actor, 'proof.legal_hold_set')
}

/** Ends a legal hold. Refused as by `setLegalHold`, and with `LEGAL_HOLD_NOT_FOUND`. */
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
  return inRecordedTransaction(database, async ({ tx, record }): Promise<ProofResult<Proof>> => {
    const proof = await lockProof({ tx, sealer }, { id: input.id })
    if (!proof) return refuse('PROOF_NOT_FOUND', 'There is no such proof.')
    if (proof.erasedAt !== undefined) return refuse('PROOF_ERASED', 'The personal data of this proof was erased.')
    const [current] = await loadLegalHolds({ db: tx, sealer }, [proof.id])
    const at = now()
    if (type === 'proof.legal_hold_set') {
      if (current !== undefined) return refuse('LEGAL_HOLD_EXISTS', 'The proof is under a legal hold already.')
      await insertLegalHold({ tx, sealer }, { proofId: proof.id, setAt: at, setBy: actor.id, reason: reason.value })
    } else {
      if (current === undefined) return refuse('LEGAL_HOLD_NOT_FOUND', 'The proof is under no legal hold.')
      await endStoredHold({ tx, sealer }, current, { at, by: actor.id, reason: reason.value })
    }
    record({ type, subject: { type: PROOF_SUBJECT, id: proof.id }, actor, at, detail: {} })
    return ok(proof)
  })
}
