import { isUnderway } from '../domain/delivery.ts'
import type { Transfer } from '../domain/transfer.ts'
import type { OutgoingMessage } from '../store/deliveries.ts'
import { systemActor } from './actors.ts'
import { changeTransfer } from './change-transfer.ts'
import type { AttemptJob } from './enqueue-attempt.ts'
import type { Node } from './node.ts'
import type { Outcome, Work } from './work.ts'

/** Ends the delivery of a message: nothing more is tried until a person asks for it. */
export async function failDelivery(
  node: Node,
  work: Work,
  {
    transfer,
    message,
    problem,
  }: { readonly transfer: Transfer; readonly message: OutgoingMessage; readonly problem: string },
): Promise<Outcome<unknown>> {
  const attempts = attemptsOf(transfer) + 1
  const command = { type: 'giveUpDelivery', kind: message.kind, attempts, problem, at: node.now() } as const
  return changeTransfer(node, work, { transfer, command, actor: systemActor })
}

/** How often the current message was tried. */
export function attemptsOf({ delivery }: Transfer): number {
  return delivery.state === 'NONE' ? 0 : delivery.attempts
}

/** Whether `attempt` is the one that the transfer waits for. */
export function isCurrent(
  { delivery }: Transfer,
  { kind, tries }: OutgoingMessage,
  attempt: Pick<AttemptJob, 'attempts' | 'tries'>,
): boolean {
  if (delivery.state === 'NONE' || !isUnderway(delivery, kind)) return false
  return delivery.attempts === attempt.attempts && tries === attempt.tries
}
