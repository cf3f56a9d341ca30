import { recordDelivery, retryDelivery } from './decide-delivery.ts'
import {
  accept,
  type Command,
  type CommandOf,
  type Decision,
  hasPassed,
  send,
  tooLate,
  wrongDirection,
  wrongStatus,
} from './decision.ts'
import {
  type Hold,
  inquiryArrived,
  isTerminal,
  notNeeded,
  resolutionArrived,
  type Transfer,
  type TransferState,
} from './transfer.ts'

/**
 * What `command` does to `transfer`: the one place that knows which state may follow which.
 *
 * Source: TRP facts of this project, "States".
 */
export function decide(transfer: Transfer, command: Command): Decision {
  switch (command.type) {
    case 'releaseTrust':
      return release(transfer, 'VASP_NOT_TRUSTED', {}, command)
    case 'releaseAmountUnit':
      return release(transfer, 'AMOUNT_UNIT_UNKNOWN', unitOf(transfer, command), command)
    case 'assess':
      return assess(transfer, command)
    case 'resolve':
      return resolve(transfer, command)
    case 'confirm':
    case 'receiveConfirmation':
      return confirm(transfer, command)
    case 'cancel':
      return cancel(transfer, command)
    case 'receiveCancellation':
      return receiveCancellation(transfer, command)
    case 'expire':
      return expire(transfer, command)
    case 'delivered':
    case 'delayDelivery':
    case 'giveUpDelivery':
      return recordDelivery(transfer, command)
    case 'retryDelivery':
      return retryDelivery(transfer, command)
    case 'archive':
      return archive(transfer, command)
  }
}

/** A SENT amount is ours and always in whole units; a RECEIVED one is read by the unit that is known now. */
function unitOf({ direction }: Transfer, { unit }: CommandOf<'releaseAmountUnit'>): Partial<Transfer> {
  return direction === 'RECEIVED' ? { amountUnit: unit } : {}
}

function release(
  transfer: Transfer,
  hold: Hold,
  change: Partial<Transfer>,
  { expiresAt, at }: { readonly expiresAt: Date; readonly at: Date },
): Decision {
  const { state, direction } = transfer
  if (state.status !== 'BLOCKED' || !state.holds.includes(hold)) return { outcome: 'unchanged', transfer }
  const { archivedAt: _, ...open } = transfer
  const holds = state.holds.filter((other) => other !== hold)
  if (holds.length > 0)
    return accept(transfer, 'transfer.released', at, { ...change, state: { status: 'BLOCKED', holds } })
  if (direction === 'RECEIVED')
    return accept(open, 'transfer.released', at, { ...change, state: { status: 'PENDING' } })
  return send(open, 'transfer.released', at, 'INQUIRY', { ...change, state: { status: 'PENDING', expiresAt } })
}

function assess(transfer: Transfer, { verdict, by, expiresAt, at }: CommandOf<'assess'>): Decision {
  const { state, direction } = transfer
  const decidedBy = by === undefined ? {} : { decidedBy: by }
  if (direction === 'SENT') {
    if (verdict.outcome === 'APPROVE')
      return wrongDirection(transfer, 'A SENT inquiry is approved by the counterparty, not by us.')
    if (state.status === 'DECLINED') return { outcome: 'unchanged', transfer }
    if (state.status !== 'BLOCKED')
      return wrongStatus(transfer, 'a SENT inquiry can be declined by us only while it is BLOCKED')
    return accept(transfer, 'transfer.declined', at, {
      ...decidedBy,
      state: { status: 'DECLINED', reason: verdict.reason },
    })
  }
  if (isSameVerdict(state, verdict)) return { outcome: 'unchanged', transfer }
  if (state.status !== 'PENDING') return wrongStatus(transfer, 'a decision needs PENDING')
  return verdict.outcome === 'APPROVE'
    ? send(transfer, 'transfer.approved', at, 'RESOLUTION', {
        ...decidedBy,
        state: { status: 'APPROVED', address: verdict.address, expiresAt },
      })
    : send(transfer, 'transfer.declined', at, 'RESOLUTION', {
        ...decidedBy,
        state: { status: 'DECLINED', reason: verdict.reason },
      })
}

function isSameVerdict(state: TransferState, verdict: CommandOf<'assess'>['verdict']): boolean {
  if (verdict.outcome === 'APPROVE') return state.status === 'APPROVED' && state.address === verdict.address
  return state.status === 'DECLINED' && state.reason === verdict.reason
}

function resolve(transfer: Transfer, { verdict, at }: CommandOf<'resolve'>): Decision {
  const { state, direction } = transfer
  if (direction === 'RECEIVED') return wrongDirection(transfer, 'A RECEIVED inquiry is decided by us.')
  if (state.status === 'PENDING') {
    if (hasPassed(state.expiresAt, at)) return tooLate(transfer)
    const delivery = inquiryArrived(transfer.delivery)
    return verdict.outcome === 'APPROVE'
      ? accept(transfer, 'transfer.approved', at, { delivery, state: { status: 'APPROVED', address: verdict.address } })
      : accept(transfer, 'transfer.declined', at, { delivery, state: { status: 'DECLINED', reason: verdict.reason } })
  }
  if (isSameVerdict(state, verdict)) return { outcome: 'unchanged', transfer }
  if (state.status === 'CANCELED' || state.status === 'EXPIRED')
    return refuseLateApproval(transfer, verdict.outcome, at)
  return wrongStatus(transfer, 'a resolution needs PENDING')
}

/** The counterparty waits for us: an approval that comes too late is answered with a cancellation, a rejection needs no answer. */
function refuseLateApproval(transfer: Transfer, outcome: 'APPROVE' | 'DECLINE', at: Date): Decision {
  const { delivery } = transfer
  if (outcome === 'DECLINE') return { outcome: 'unchanged', transfer }
  if (delivery.state !== 'NONE' && delivery.kind === 'CANCELLATION') return { outcome: 'unchanged', transfer }
  return send(transfer, 'transfer.late_approval_refused', at, 'CANCELLATION', {})
}

function confirm(transfer: Transfer, command: CommandOf<'confirm' | 'receiveConfirmation'>): Decision {
  const { state } = transfer
  const ours = command.type === 'confirm'
  if (transfer.direction !== (ours ? 'SENT' : 'RECEIVED')) {
    return wrongDirection(transfer, 'Only the sender of an inquiry confirms it with a transaction hash.')
  }
  if (state.status === 'CONFIRMED') {
    if (state.txHash === command.txHash) return { outcome: 'unchanged', transfer }
    return wrongStatus(transfer, 'it already has another transaction hash')
  }
  if (state.status !== 'APPROVED') return wrongStatus(transfer, 'a transaction hash needs APPROVED')
  if (!ours && hasPassed(state.expiresAt, command.at)) return tooLate(transfer)
  const confirmed: TransferState = { status: 'CONFIRMED', address: state.address, txHash: command.txHash }
  return ours
    ? send(transfer, 'transfer.confirmed', command.at, 'CONFIRMATION', { state: confirmed })
    : accept(transfer, 'transfer.confirmed', command.at, {
        state: confirmed,
        delivery: resolutionArrived(transfer.delivery),
      })
}

function archive(transfer: Transfer, { at }: CommandOf<'archive'>): Decision {
  const { state, direction, archivedAt } = transfer
  if (archivedAt !== undefined || isTerminal(state)) return { outcome: 'unchanged', transfer }
  if (state.status !== 'BLOCKED' || direction === 'SENT') {
    return wrongStatus(transfer, 'only a finished transaction or a BLOCKED one that was RECEIVED can be put away')
  }
  return accept(transfer, 'transfer.archived', at, { archivedAt: at })
}

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
