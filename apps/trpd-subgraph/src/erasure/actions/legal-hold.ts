import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import { lockTarget } from '../../cases/actions/change-case.ts'
import { checkText } from '../../cases/domain/decide-case.ts'
import type { TransferService } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import { endStoredHold, insertLegalHold, loadLegalHolds } from '../store/legal-holds.ts'

interface HoldInput {
  /** Id of the transfer. */
  readonly id: string
  /** Internal text. */
  readonly reason: string
}

/**
 * Keeps the personal data of a transfer until the hold ends: neither retention nor a person can erase it.
 * Refused as by `lockTarget`, with `CASE_TEXT_INVALID`, and with `LEGAL_HOLD_EXISTS`.
 */
export function setLegalHold(service: TransferService, input: HoldInput, actor: Actor): Promise<Result<Transfer>> {
  return changeHold(service, input, actor, 'transfer.legal_hold_set')
}

/** Ends a legal hold. Refused as by `setLegalHold`, and with `LEGAL_HOLD_NOT_FOUND`. */
export function endLegalHold(service: TransferService, input: HoldInput, actor: Actor): Promise<Result<Transfer>> {
  return changeHold(service, input, actor, 'transfer.legal_hold_ended')
}

async function changeHold(
  service: TransferService,
  { id, reason }: HoldInput,
  actor: Actor,
  type: 'transfer.legal_hold_set' | 'transfer.legal_hold_ended',
): Promise<Result<Transfer>> {
  const text = checkText('reason', reason)
  if (!text.ok) return text
  return inTransaction(service, async (work) => {
    const locked = await lockTarget(service, work, { id })
    if (!locked.ok) return locked
    const transfer = locked.value
    const [current] = await loadLegalHolds(work.tx, service.sealer, [transfer.id])
    const at = service.now()
    if (type === 'transfer.legal_hold_set') {
      if (current !== undefined) return refuse('LEGAL_HOLD_EXISTS', 'The transaction is under a legal hold already.')
      const hold = { transferId: transfer.id, setAt: at, setBy: actor.id, reason: text.value }
      await insertLegalHold(work.tx, service.sealer, hold)
    } else {
      if (current === undefined) return refuse('LEGAL_HOLD_NOT_FOUND', 'The transaction is under no legal hold.')
      await endStoredHold(work.tx, service.sealer, current, { at, by: actor.id, reason: text.value })
    }
    work.record({ type, subject: { type: 'transfer', id: transfer.id }, actor, at, detail: {} })
    return ok(transfer)
  })
}
