import { acceptConfirmation, confirm } from './decide-confirmation.ts'
import { isUndelivered, recordDelivery, retryDelivery } from './decide-delivery.ts'
import { decideRegistered } from './decide-registered.ts'
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
import { completeData, correct } from './repair-transfer.ts'
import {
  abandon,
  type Hold,
  isTerminal,
  lateTxHashOf,
  markDelivered,
  type Transfer,
  type TransferState,
} from './transfer.ts'

/**
 * Applies `command` to `transfer`. Every state transition is defined here.
 *
 * Source: TRP facts of this project, "States".
 */
export function decide(transfer: Transfer, command: Command): Decision {
  if (transfer.channel !== 'TRP') return decideRegistered(transfer, command)
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
    case 'acceptConfirmation':
      return acceptConfirmation(transfer, command)
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
    case 'correct':
      return correct(transfer, command)
    case 'completeData':
      return completeData(transfer, command)
    case 'archive':
      return archive(transfer, command)
  }
}

/** Only a RECEIVED amount is in the counterparty's unit; a SENT one is in whole units. */
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
      return wrongDirection(
        transfer,
        'Its counterparty decides: cancel it with cancelTx, or report the payment of an approved one with confirmTx.',
      )
    if (state.status === 'DECLINED') return { outcome: 'unchanged', transfer }
    if (state.status !== 'BLOCKED')
      return wrongStatus(transfer, 'we can decline a SENT inquiry only while it is BLOCKED; end it with cancelTx')
    return accept(transfer, 'transfer.declined', at, {
      ...decidedBy,
      state: { status: 'DECLINED', reason: verdict.reason },
    })
  }
  if (isSameVerdict(state, verdict)) return { outcome: 'unchanged', transfer }
  if (verdict.outcome === 'DECLINE') {
    if (state.status === 'BLOCKED')
      return declineBlocked(transfer, state.holds, { ...decidedBy, at, reason: verdict.reason })
    const former = state.status === 'APPROVED' ? { address: state.address } : undefined
    if (state.status !== 'PENDING' && former === undefined) {
      return wrongStatus(
        transfer,
        'only a BLOCKED or PENDING inquiry can be declined, or an APPROVED one until it is confirmed',
      )
    }
    return send(transfer, 'transfer.declined', at, 'RESOLUTION', {
      ...decidedBy,
      state: { status: 'DECLINED', reason: verdict.reason, ...former },
    })
  }
  if (state.status !== 'PENDING') return wrongStatus(transfer, 'only a PENDING inquiry can be approved')
  return send(transfer, 'transfer.approved', at, 'RESOLUTION', {
    ...decidedBy,
    state: { status: 'APPROVED', address: verdict.address, expiresAt },
  })
}

/** An untrusted VASP receives nothing, not even our decline. */
function declineBlocked(
  transfer: Transfer,
  holds: readonly Hold[],
  { at, reason, decidedBy }: { readonly at: Date; readonly reason: string; readonly decidedBy?: string },
): Decision {
  const change: Partial<Transfer> = {
    ...(decidedBy === undefined ? {} : { decidedBy }),
    state: { status: 'DECLINED', reason },
  }
  return holds.includes('VASP_NOT_TRUSTED')
    ? accept(transfer, 'transfer.declined', at, change)
    : send(transfer, 'transfer.declined', at, 'RESOLUTION', change)
}

function isSameVerdict(state: TransferState, verdict: CommandOf<'assess'>['verdict']): boolean {
  if (verdict.outcome === 'APPROVE') return state.status === 'APPROVED' && state.address === verdict.address
  return state.status === 'DECLINED' && state.reason === verdict.reason
}

/** A decision about a FAILED inquiry is accepted, since it proves that the inquiry was delivered. */
function resolve(transfer: Transfer, { verdict, at }: CommandOf<'resolve'>): Decision {
  const { state, direction } = transfer
  if (direction === 'RECEIVED') return wrongDirection(transfer, 'Only we can decide about a RECEIVED inquiry.')
  const isApproval = verdict.outcome === 'APPROVE'
  switch (state.status) {
    case 'BLOCKED':
      return wrongStatus(transfer, 'its inquiry has not been sent')
    case 'PENDING':
    case 'FAILED': {
      if ('expiresAt' in state && hasPassed(state.expiresAt, at)) return tooLate(transfer)
      const delivery = markDelivered(transfer.delivery, 'INQUIRY')
      const { archivedAt: _, ...open } = transfer
      return isApproval
        ? accept(open, 'transfer.approved', at, { delivery, state: { status: 'APPROVED', address: verdict.address } })
        : accept(open, 'transfer.declined', at, { delivery, state: { status: 'DECLINED', reason: verdict.reason } })
    }
    case 'APPROVED':
      if (!isApproval) {
        const { address } = state
        return accept(transfer, 'transfer.declined', at, {
          state: { status: 'DECLINED', reason: verdict.reason, address },
        })
      }
      if (state.address === verdict.address) return { outcome: 'unchanged', transfer }
      return wrongStatus(transfer, 'it was approved with another payment address')
    case 'CONFIRMED':
      if (isApproval && state.address === verdict.address) return { outcome: 'unchanged', transfer }
      return wrongStatus(transfer, 'its transaction hash was sent, so the decision can no longer change')
    case 'DECLINED':
      if (!isApproval) return { outcome: 'unchanged', transfer }
      return wrongStatus(transfer, 'its inquiry was declined, and a new one is needed')
    case 'CANCELED':
    case 'EXPIRED':
      return refuseLateApproval(transfer, verdict.outcome, at)
  }
}

/** Sends one cancellation after a late approval, since the counterparty expects a confirmation. */
function refuseLateApproval(transfer: Transfer, outcome: 'APPROVE' | 'DECLINE', at: Date): Decision {
  const { delivery } = transfer
  if (outcome === 'DECLINE') return { outcome: 'unchanged', transfer }
  if (delivery.state !== 'NONE' && delivery.kind === 'CANCELLATION') return { outcome: 'unchanged', transfer }
  return send(transfer, 'transfer.late_approval_refused', at, 'CANCELLATION', {})
}

function archive(transfer: Transfer, { evenPending = false, at }: CommandOf<'archive'>): Decision {
  const { state, direction, archivedAt } = transfer
  if (archivedAt !== undefined) return { outcome: 'unchanged', transfer }
  if (isTerminal(state)) {
    return isUndelivered(transfer) || lateTxHashOf(transfer) !== undefined
      ? accept(transfer, 'transfer.archived', at, { archivedAt: at })
      : { outcome: 'unchanged', transfer }
  }
  const isOpen = state.status === 'BLOCKED' || (state.status === 'PENDING' && evenPending)
  if (!isOpen || direction === 'SENT') {
    return wrongStatus(
      transfer,
      'only a RECEIVED transaction that is BLOCKED, or one that is finished, can be archived',
    )
  }
  return accept(transfer, 'transfer.archived', at, { archivedAt: at })
}

function cancel(transfer: Transfer, { reason, by, at }: CommandOf<'cancel'>): Decision {
  const { state, direction, delivery } = transfer
  if (direction === 'RECEIVED')
    return wrongDirection(transfer, 'Decline a RECEIVED inquiry with assessTx instead of canceling it.')
  const change = { decidedBy: by }
  switch (state.status) {
    case 'CANCELED':
      return { outcome: 'unchanged', transfer }
    case 'BLOCKED':
    case 'PENDING':
    case 'FAILED':
      return accept(transfer, 'transfer.canceled', at, {
        ...change,
        state: { status: 'CANCELED', reason },
        delivery: abandon(delivery, 'the transaction was canceled'),
      })
    case 'APPROVED':
      return send(transfer, 'transfer.canceled', at, 'CANCELLATION', {
        ...change,
        state: { status: 'CANCELED', reason, address: state.address },
      })
    case 'CONFIRMED':
    case 'DECLINED':
    case 'EXPIRED':
      return wrongStatus(transfer, 'only a BLOCKED, PENDING, APPROVED or FAILED transaction can be canceled')
  }
}

function receiveCancellation(transfer: Transfer, { reason, at }: CommandOf<'receiveCancellation'>): Decision {
  const { state, direction, delivery } = transfer
  if (direction === 'SENT') return wrongDirection(transfer, 'Only the sender of an inquiry can cancel it.')
  if (state.status === 'CANCELED' || state.status === 'EXPIRED' || state.status === 'DECLINED') {
    return { outcome: 'unchanged', transfer }
  }
  if (state.status !== 'APPROVED')
    return wrongStatus(transfer, 'only an APPROVED transaction can be canceled by its sender')
  return accept(transfer, 'transfer.canceled', at, {
    state: { status: 'CANCELED', reason, address: state.address },
    delivery: markDelivered(delivery, 'RESOLUTION'),
  })
}

function expire(transfer: Transfer, { at }: CommandOf<'expire'>): Decision {
  const { state, direction, delivery } = transfer
  const open = state.status === (direction === 'SENT' ? 'PENDING' : 'APPROVED')
  if (!open || !('expiresAt' in state) || !hasPassed(state.expiresAt, at)) return { outcome: 'unchanged', transfer }
  return accept(transfer, 'transfer.expired', at, {
    state: {
      status: 'EXPIRED',
      reason:
        direction === 'SENT' ? 'The counterparty did not respond in time.' : 'The transfer was not confirmed in time.',
      ...(state.status === 'APPROVED' ? { address: state.address } : {}),
    },
    delivery: abandon(delivery, 'the time limit has passed'),
  })
}
