import { accept, type Command, type CommandOf, type Decision, type TransferRefusal, wrongStatus } from './decision.ts'
import { completeData } from './repair-transfer.ts'
import { isTerminal, type Transfer } from './transfer.ts'

/**
 * Applies `command` to a transfer that is not exchanged over TRP. We confirm or cancel it in either
 * direction. No decision sends a message.
 */
export function decideRegistered(transfer: Transfer, command: Command): Decision {
  switch (command.type) {
    case 'confirm':
      return confirm(transfer, command)
    case 'cancel':
      return cancel(transfer, command)
    case 'archive':
      return isTerminal(transfer.state)
        ? { outcome: 'unchanged', transfer }
        : wrongStatus(transfer, 'confirm or cancel it, and it is archived')
    case 'completeData':
      return completeData(transfer, command)
    // A registered transfer has neither holds nor a time limit.
    case 'releaseTrust':
    case 'releaseAmountUnit':
    case 'expire':
      return { outcome: 'unchanged', transfer }
    case 'assess':
    case 'resolve':
    case 'receiveConfirmation':
    case 'acceptConfirmation':
    case 'receiveCancellation':
    case 'delivered':
    case 'delayDelivery':
    case 'giveUpDelivery':
    case 'retryDelivery':
    case 'correct':
      return { outcome: 'refused', refusal: notOverTrp(transfer) }
  }
}

function confirm(transfer: Transfer, { txHash, at }: CommandOf<'confirm'>): Decision {
  const { state } = transfer
  if (state.status === 'CONFIRMED') {
    if (state.txHash === txHash) return { outcome: 'unchanged', transfer }
    return wrongStatus(transfer, 'it already has another transaction hash')
  }
  if (state.status !== 'APPROVED') return wrongStatus(transfer, 'only an APPROVED transaction can be confirmed')
  const { address } = state
  return accept(transfer, 'transfer.confirmed', at, { state: { status: 'CONFIRMED', address, txHash } })
}

function cancel(transfer: Transfer, { reason, by, at }: CommandOf<'cancel'>): Decision {
  const { state } = transfer
  if (state.status === 'CANCELED') return { outcome: 'unchanged', transfer }
  if (state.status !== 'APPROVED') return wrongStatus(transfer, 'it can be canceled only until it is confirmed')
  const { address } = state
  return accept(transfer, 'transfer.canceled', at, { decidedBy: by, state: { status: 'CANCELED', reason, address } })
}

/** The refusal of a command that is only possible over TRP. */
export function notOverTrp({ state, channel }: Transfer): TransferRefusal {
  const message = `The transaction has the channel ${channel}: it was registered, and no message belongs to it.`
  return { code: 'TRANSACTION_NOT_OVER_TRP', status: state.status, message }
}
