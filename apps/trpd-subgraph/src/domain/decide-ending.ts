import { accept, type CommandOf, hasPassed, send, wrongDirection, wrongStatus } from './decision.ts'
import { notNeeded, resolutionArrived } from './delivery.ts'
import type { Transfer } from './transfer.ts'
import type { Decision } from './transfer-command.ts'

/** What giving up a SENT transfer does. */
export function cancel(transfer: Transfer, { reason, by, at }: CommandOf<'cancel'>): Decision {
  const { state, direction, delivery } = transfer
  if (direction === 'RECEIVED')
    return wrongDirection(transfer, 'A RECEIVED inquiry is declined with assessTx, not canceled.')
  const change = { decidedBy: by }
  switch (state.status) {
    case 'CANCELED':
      return { outcome: 'unchanged', transfer }
    case 'BLOCKED':
    case 'PENDING':
      return accept(transfer, 'transfer.canceled', at, {
        ...change,
        state: { status: 'CANCELED', reason },
        delivery: notNeeded(delivery, 'the transaction was canceled'),
      })
    case 'APPROVED':
      return send(transfer, 'transfer.canceled', at, 'CANCELLATION', {
        ...change,
        state: { status: 'CANCELED', reason, address: state.address },
      })
    case 'CONFIRMED':
    case 'DECLINED':
    case 'EXPIRED':
    case 'FAILED':
      return wrongStatus(transfer, 'canceling needs BLOCKED, PENDING or APPROVED')
  }
}

/** What the counterparty's giving up does to a RECEIVED transfer. */
export function receiveCancellation(transfer: Transfer, { reason, at }: CommandOf<'receiveCancellation'>): Decision {
  const { state, direction, delivery } = transfer
  if (direction === 'SENT') return wrongDirection(transfer, 'Only the sender of an inquiry cancels it.')
  if (state.status === 'CANCELED' || state.status === 'EXPIRED') return { outcome: 'unchanged', transfer }
  if (state.status !== 'APPROVED') return wrongStatus(transfer, 'a cancellation needs APPROVED')
  return accept(transfer, 'transfer.canceled', at, {
    state: { status: 'CANCELED', reason, address: state.address },
    delivery: resolutionArrived(delivery),
  })
}

/** What the time limit does. */
export function expire(transfer: Transfer, { at }: CommandOf<'expire'>): Decision {
  const { state, direction, delivery } = transfer
  const open = state.status === (direction === 'SENT' ? 'PENDING' : 'APPROVED')
  if (!open || !('expiresAt' in state) || !hasPassed(state.expiresAt, at)) return { outcome: 'unchanged', transfer }
  return accept(transfer, 'transfer.expired', at, {
    state: {
      status: 'EXPIRED',
      reason:
        direction === 'SENT' ? 'The counterparty did not answer in time.' : 'The transfer was not confirmed in time.',
      ...(state.status === 'APPROVED' ? { address: state.address } : {}),
    },
    delivery: notNeeded(delivery, 'the time limit had passed'),
  })
}
