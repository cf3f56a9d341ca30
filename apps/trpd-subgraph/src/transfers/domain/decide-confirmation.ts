import {
  accept,
  type CommandOf,
  type Decision,
  hasPassed,
  send,
  tooLate,
  wrongDirection,
  wrongStatus,
} from './decision.ts'
import { lateTxHashOf, markDelivered, type Transfer, type TransferState } from './transfer.ts'

/** Applies a transaction hash to `transfer`: ours for a SENT one, the counterparty's for a RECEIVED one. */
export function confirm(transfer: Transfer, command: CommandOf<'confirm' | 'receiveConfirmation'>): Decision {
  const { state } = transfer
  const ours = command.type === 'confirm'
  if (transfer.direction !== (ours ? 'SENT' : 'RECEIVED')) {
    return wrongDirection(transfer, 'Only the sender of an inquiry can confirm it with a transaction hash.')
  }
  if (state.status === 'CONFIRMED') {
    if (state.txHash === command.txHash) return { outcome: 'unchanged', transfer }
    return wrongStatus(transfer, 'it already has another transaction hash')
  }
  if (!ours && 'lateTxHash' in state) {
    if (state.lateTxHash === command.txHash) return { outcome: 'unchanged', transfer }
    return wrongStatus(transfer, 'another transaction hash was already reported')
  }
  if (!ours && 'address' in state && state.status !== 'APPROVED') return confirmLate(transfer, state, command)
  if (state.status !== 'APPROVED') return wrongStatus(transfer, 'only an APPROVED transaction can be confirmed')
  if (!ours && hasPassed(state.expiresAt, command.at)) return tooLate(transfer)
  const confirmed: TransferState = { status: 'CONFIRMED', address: state.address, txHash: command.txHash }
  return ours
    ? send(transfer, 'transfer.confirmed', command.at, 'CONFIRMATION', { state: confirmed })
    : accept(transfer, 'transfer.confirmed', command.at, {
        state: confirmed,
        delivery: markDelivered(transfer.delivery, 'RESOLUTION'),
      })
}

/** Applies an officer's acceptance of a hash that was reported too late. */
export function acceptConfirmation(transfer: Transfer, { by, at }: CommandOf<'acceptConfirmation'>): Decision {
  const { state } = transfer
  const txHash = lateTxHashOf(transfer)
  if (txHash === undefined || !('address' in state) || state.address === undefined) {
    return wrongStatus(transfer, 'no transaction hash was reported too late')
  }
  const { address } = state
  return accept(transfer, 'transfer.confirmed', at, { decidedBy: by, state: { status: 'CONFIRMED', address, txHash } })
}

type FormerlyApproved = Extract<TransferState, { status: 'DECLINED' | 'CANCELED' | 'EXPIRED' }>

/**
 * Keeps the hash of a payment that the counterparty made after the approval had lapsed. An officer decides
 * about it, even if the transfer was archived.
 */
function confirmLate(
  transfer: Transfer,
  state: FormerlyApproved,
  { txHash, at }: { txHash: string; at: Date },
): Decision {
  const { archivedAt: _, ...open } = transfer
  return accept(open, 'transfer.confirmed_late', at, { state: { ...state, lateTxHash: txHash } })
}
