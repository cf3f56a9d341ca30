import { changeLegalHold } from '@travel-rule/database/legal-holds'
import type { Actor } from '@travel-rule/database/outbox'
import type { Result } from '@travel-rule/service/result'
import { lockTarget } from '../../cases/actions/change-case.ts'
import { checkText } from '../../cases/domain/decide-case.ts'
import type { WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import { TRANSFERS } from '../store/erase-transfers.ts'

interface HoldInput {
  /** Id of the transfer. */
  readonly id: string
  /** Internal text. */
  readonly reason: string
}

/**
 * Keeps the personal data of a transfer until the hold ends: neither retention nor a person can erase it.
 * Refused as by `lockTarget` and `changeLegalHold`, and with `CASE_TEXT_INVALID`.
 */
export function setLegalHold(service: WorkPorts, input: HoldInput, actor: Actor): Promise<Result<Transfer>> {
  return changeHold(service, input, actor, 'transfer.legal_hold_set')
}

/** Ends a legal hold. Refused as by `setLegalHold`. */
export function endLegalHold(service: WorkPorts, input: HoldInput, actor: Actor): Promise<Result<Transfer>> {
  return changeHold(service, input, actor, 'transfer.legal_hold_ended')
}

async function changeHold(
  service: WorkPorts,
  { id, reason }: HoldInput,
  actor: Actor,
  type: 'transfer.legal_hold_set' | 'transfer.legal_hold_ended',
): Promise<Result<Transfer>> {
  const text = checkText('reason', reason)
  if (!text.ok) return text
  return inTransaction(service, async (work) => {
    const locked = await lockTarget(work, { id })
    if (!locked.ok) return locked
    const change = { type, recordId: locked.value.id, reason: text.value, actor, at: service.now() }
    const changed = await changeLegalHold(work, service.sealer, TRANSFERS, change)
    return changed.ok ? locked : changed
  })
}
