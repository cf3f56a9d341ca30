import type { Result } from '@travel-rule/service/result'
import { type ChangePorts, type Ports, systemActor } from '../../foundation/actions/transfer-service.ts'
import type { UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { enqueueAttempt } from '../../messages/actions/queue-message.ts'
import { type OutboundMessage, updateMessage } from '../../messages/store/outbound-messages.ts'
import { changeTransfer } from '../../transfers/actions/change-transfer.ts'
import { type Transfer, trpFactsOf } from '../../transfers/domain/transfer.ts'
import { breakerAfterFailure } from '../domain/circuit-breaker.ts'
import { deadLetterReason, nextAttemptAt } from '../domain/delivery-schedule.ts'
import { lockBreaker, saveBreaker } from '../store/circuit-breakers.ts'

/** A failed attempt. `problem` is a sentence for an officer. */
export interface FailedAttempt {
  readonly transfer: Transfer
  readonly message: OutboundMessage
  readonly problem: string
  /** Number of attempts finished, including this one if it was made. */
  readonly attempts: number
}

/** Queues the next attempt, or gives up the message if it has been tried for too long. */
export async function scheduleRetry(
  service: ChangePorts,
  work: UnitOfWork,
  { transfer, message, problem, attempts }: FailedAttempt,
): Promise<Result<unknown>> {
  const at = work.now()
  const tries = message.tries + 1
  const failed = { tries, queuedAt: message.queuedAt, at }
  const next = nextAttemptAt(service.policy.delivery, failed, Math.random)
  if (next === undefined) {
    return failDelivery(service, work, { transfer, message, problem: deadLetterReason(problem, failed), attempts })
  }
  const tried = { ...message, tries }
  await updateMessage(work.tx, work.sealer, tried)
  await enqueueAttempt(work, {
    message: tried,
    vaspId: trpFactsOf(transfer).vaspId,
    attempts,
    startAfter: next,
  })
  const command = { type: 'delayDelivery', kind: message.kind, attempts, problem, nextAttemptAt: next, at } as const
  return changeTransfer(service, work, { transfer, command, actor: systemActor })
}

/** Ends the delivery of a message. Only an officer can retry it. */
export async function failDelivery(
  service: ChangePorts,
  work: UnitOfWork,
  { transfer, message, problem, attempts }: FailedAttempt,
): Promise<Result<unknown>> {
  const command = { type: 'giveUpDelivery', kind: message.kind, attempts, problem, at: work.now() } as const
  return changeTransfer(service, work, { transfer, command, actor: systemActor })
}

/** Counts an attempt at which the VASP could not process the message. */
export async function recordFailure(
  { policy: { delivery } }: Ports<'policy'>,
  { tx, now }: UnitOfWork,
  { vaspId, messageId }: { readonly vaspId: string; readonly messageId: string },
): Promise<void> {
  const before = await lockBreaker(tx, vaspId)
  await saveBreaker(tx, vaspId, breakerAfterFailure(before, { messageId, at: now(), ...delivery }, Math.random))
}

/** Number of attempts finished for the latest message. */
export function attemptsOf({ delivery }: Transfer): number {
  return delivery.state === 'NONE' ? 0 : delivery.attempts
}
