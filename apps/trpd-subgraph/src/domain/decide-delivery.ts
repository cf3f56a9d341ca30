import { accept, type CommandOf, changed, wrongStatus } from './decision.ts'
import { type Delivery, type DeliveryKind, isUnderway } from './delivery.ts'
import type { Transfer, TransferStatus } from './transfer.ts'
import type { Decision } from './transfer-command.ts'

/** What the outcome of an attempt to deliver does to `transfer`. */
export function recordDelivery(
  transfer: Transfer,
  command: CommandOf<'delivered' | 'delayDelivery' | 'giveUpDelivery'>,
): Decision {
  const { state, delivery } = transfer
  const { kind, attempts, at } = command
  if (command.type === 'delivered' && state.status === 'FAILED' && kind === 'INQUIRY') {
    return accept(transfer, 'transfer.delivered', at, {
      state: { status: 'PENDING', expiresAt: command.expiresAt },
      delivery: { state: 'DELIVERED', kind, attempts },
    })
  }
  if (!isUnderway(delivery, kind)) return { outcome: 'unchanged', transfer }
  if (command.type === 'delivered') {
    return accept(transfer, 'transfer.delivered', at, { delivery: { state: 'DELIVERED', kind, attempts } })
  }
  const { problem } = command
  if (command.type === 'delayDelivery') {
    const { nextAttemptAt } = command
    return accept(transfer, 'transfer.delivery_delayed', at, {
      delivery: { state: 'RETRYING', kind, attempts, nextAttemptAt, lastProblem: problem },
    })
  }
  const failed: Delivery = { state: 'FAILED', kind, attempts, lastProblem: problem }
  return kind === 'INQUIRY' && state.status === 'PENDING'
    ? accept(transfer, 'transfer.failed', at, { delivery: failed, state: { status: 'FAILED', reason: problem } })
    : accept(transfer, 'transfer.delivery_failed', at, { delivery: failed })
}

/** In which states a message still says what is true. */
const WANTED: Readonly<Record<DeliveryKind, readonly TransferStatus[]>> = {
  INQUIRY: ['PENDING', 'FAILED'],
  RESOLUTION: ['APPROVED', 'DECLINED'],
  CONFIRMATION: ['CONFIRMED'],
  CANCELLATION: ['CANCELED', 'EXPIRED'],
}

/** What a person's wish for another attempt does to `transfer`. */
export function retryDelivery(transfer: Transfer, { expiresAt, at }: CommandOf<'retryDelivery'>): Decision {
  const { state, delivery } = transfer
  if (delivery.state !== 'FAILED' && delivery.state !== 'RETRYING') {
    return wrongStatus(transfer, `no message waits to be sent again: delivery is ${delivery.state}`)
  }
  if (!WANTED[delivery.kind].includes(state.status)) {
    return wrongStatus(transfer, `its ${delivery.kind} is not wanted any more`)
  }
  const again: Delivery = { state: 'QUEUED', kind: delivery.kind, attempts: delivery.attempts }
  const reopened: Partial<Transfer> = state.status === 'FAILED' ? { state: { status: 'PENDING', expiresAt } } : {}
  return {
    outcome: 'accepted',
    event: 'transfer.delivery_retried',
    transfer: changed(transfer, at, { ...reopened, delivery: again }),
    resend: delivery.kind,
  }
}
