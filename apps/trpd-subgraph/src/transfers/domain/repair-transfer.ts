import { isCompletedByData } from '../../data-requests/domain/data-request.ts'
import { accept, type CommandOf, type Decision, wrongDirection, wrongStatus } from './decision.ts'
import type { Transfer } from './transfer.ts'

/** What an officer can do to repair a transfer. */
export type RepairAction = 'CORRECT' | 'RESUBMIT'

/**
 * Applies a correction of its data to `transfer`. TRP has no message that changes an inquiry, so once the
 * counterparty has accepted an inquiry, its data stays as it was sent.
 */
export function correct(transfer: Transfer, { at }: CommandOf<'correct'>): Decision {
  const { direction, state, delivery } = transfer
  if (direction === 'RECEIVED') {
    return wrongDirection(transfer, 'Only its sender can correct an inquiry: request the data with requestData.')
  }
  const { status } = state
  const isUnsent = delivery.state === 'QUEUED' || delivery.state === 'RETRYING'
  if (status === 'BLOCKED' || status === 'FAILED' || (status === 'PENDING' && isUnsent)) {
    return accept(transfer, 'transfer.corrected', at, {})
  }
  if (status === 'PENDING' && delivery.state === 'IN_FLIGHT') {
    return wrongStatus(transfer, 'its inquiry is being sent: try again once the attempt has ended')
  }
  return wrongStatus(transfer, 'its inquiry was sent: cancel it, and resubmit it with other data')
}

/**
 * Applies received data to `transfer`. The new version shows that the data has changed to a person who is
 * about to decide.
 */
export function completeData(transfer: Transfer, { at }: CommandOf<'completeData'>): Decision {
  return isCompletedByData(transfer)
    ? accept(transfer, 'transfer.data_completed', at, {})
    : wrongStatus(transfer, 'data about it is kept as evidence only')
}

/** True if another transfer can replace `transfer`. A FAILED one must be canceled first. */
export function canResubmit({ channel, direction, state: { status } }: Transfer): boolean {
  if (channel !== 'TRP' || direction !== 'SENT') return false
  return status === 'DECLINED' || status === 'CANCELED' || status === 'EXPIRED'
}

/** The actions currently possible; `isResubmitted` if another transfer already replaces it. */
export function repairActions(transfer: Transfer, isResubmitted: boolean, at: Date): RepairAction[] {
  const isCorrectable = transfer.channel === 'TRP' && correct(transfer, { type: 'correct', at }).outcome === 'accepted'
  return [
    ...(isCorrectable ? (['CORRECT'] as const) : []),
    ...(canResubmit(transfer) && !isResubmitted ? (['RESUBMIT'] as const) : []),
  ]
}
