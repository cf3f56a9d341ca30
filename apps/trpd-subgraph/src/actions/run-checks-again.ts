import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import { isUuid } from '../domain/string-format.ts'
import type { Transfer } from '../domain/transfer.ts'
import type { CheckCause } from '../store/check-runs.ts'
import { lockTransfer } from '../store/transfers.ts'
import { vaspOf } from './change-transfer.ts'
import { checkTransfer } from './check-transfer.ts'
import { lookUpFacts } from './look-up-facts.ts'
import { checkAndDecide } from './release-transfers.ts'
import type { TransferService } from './transfer-service.ts'
import { inTransaction } from './unit-of-work.ts'

/**
 * Runs every check of a transfer again because an officer asks for it. The results decide nothing.
 * Refused with `TRANSACTION_NOT_FOUND`.
 */
export async function runChecksAgain(service: TransferService, id: string, actor: Actor): Promise<Result<Transfer>> {
  if (!isUuid(id)) return notFound()
  const lookedUp = await lookUpFacts(service, id)
  return inTransaction(service, async (work) => {
    const transfer = await lockTransfer(work.tx, service.sealer, id)
    if (transfer === undefined) return notFound()
    const results = await checkTransfer(service, work, { transfer, cause: 'REQUEST', by: actor.id, lookedUp })
    const verdicts = Object.fromEntries(results.map(({ check, verdict }) => [check, verdict]))
    const subject = { type: 'transfer', id: transfer.id }
    work.record({ type: 'transfer.checked', subject, actor, at: service.now(), detail: verdicts })
    return ok(transfer)
  })
}

/** A transfer to check; `LOOKUP` by default. */
export interface CheckJob {
  readonly transferId: string
  readonly cause?: CheckCause
}

/**
 * Looks up the facts that the checks of an undecided inquiry lack, runs the checks again, and
 * approves the inquiry if it may be approved automatically now.
 */
export async function continueChecks(
  service: TransferService,
  { transferId, cause = 'LOOKUP' }: CheckJob,
  signal?: AbortSignal,
): Promise<void> {
  const lookedUp = await lookUpFacts(service, transferId, signal)
  await inTransaction<unknown>(service, async (work) => {
    const transfer = await lockTransfer(work.tx, service.sealer, transferId)
    if (transfer?.state.status !== 'PENDING') return ok(true)
    const vasp = await vaspOf(work, transfer)
    return checkAndDecide(service, work, { transfer, vasp, cause, lookedUp })
  })
}

function notFound(): Result<never> {
  return refuse('TRANSACTION_NOT_FOUND', 'No transaction has this id.')
}
