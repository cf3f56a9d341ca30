import { isUndelivered, withoutQuote } from './decide-delivery.ts'
import { decide } from './decide-transfer.ts'
import type { Command } from './decision.ts'
import { type Hold, isTerminal, lateTxHashOf, type Transfer } from './transfer.ts'

/** Whether a transfer waits for us, waits for the counterparty, or is finished. */
export type Folder = 'INBOX' | 'WAITING' | 'ARCHIVE'

/**
 * The folder of `transfer`. A message that was given up, or a hash that was reported too late, returns even a
 * finished transfer to our inbox.
 *
 * Source: TRP facts of this project, "States".
 */
export function folderOf(transfer: Transfer): Folder {
  const { state, direction, archivedAt } = transfer
  if (archivedAt !== undefined) return 'ARCHIVE'
  if (isUndelivered(transfer) || lateTxHashOf(transfer) !== undefined) return 'INBOX'
  if (isTerminal(state)) return 'ARCHIVE'
  if (state.status === 'BLOCKED') return 'INBOX'
  const ours = state.status === 'PENDING' ? 'RECEIVED' : 'SENT'
  return direction === ours ? 'INBOX' : 'WAITING'
}

/** The actions of officers on a transfer. */
export type TransferAction =
  | 'TRUST_VASP'
  | 'SET_WIRE_PROFILE'
  | 'APPROVE'
  | 'DECLINE'
  | 'CONFIRM'
  | 'ACCEPT_CONFIRMATION'
  | 'CANCEL'
  | 'RETRY_DELIVERY'
  | 'ARCHIVE'

/** The actions currently possible for `transfer`: the commands that `decide` accepts. */
export function allowedActions(transfer: Transfer, at: Date): TransferAction[] {
  return PROBES.filter(([, probe]) => decide(transfer, probe(at)).outcome === 'accepted').map(([action]) => action)
}

/** True if an action decides about a transfer, and is therefore not allowed while the transfer is on hold. */
export function isDecision(action: TransferAction): boolean {
  return action === 'APPROVE' || action === 'DECLINE' || action === 'ACCEPT_CONFIRMATION'
}

// Values that pass every check, so that only the state of the transfer matters.
const by = 'probe'
const text = 'probe'
const PROBES: readonly (readonly [TransferAction, (at: Date) => Command])[] = [
  ['TRUST_VASP', (at) => ({ type: 'releaseTrust', expiresAt: at, at })],
  ['SET_WIRE_PROFILE', (at) => ({ type: 'releaseAmountUnit', unit: 'WHOLE', expiresAt: at, at })],
  ['APPROVE', (at) => ({ type: 'assess', verdict: { outcome: 'APPROVE', address: text }, by, expiresAt: at, at })],
  ['DECLINE', (at) => ({ type: 'assess', verdict: { outcome: 'DECLINE', reason: text }, by, expiresAt: at, at })],
  ['CONFIRM', (at) => ({ type: 'confirm', txHash: text, at })],
  ['ACCEPT_CONFIRMATION', (at) => ({ type: 'acceptConfirmation', by, at })],
  ['CANCEL', (at) => ({ type: 'cancel', reason: text, by, at })],
  ['RETRY_DELIVERY', (at) => ({ type: 'retryDelivery', expiresAt: at, at })],
  ['ARCHIVE', (at) => ({ type: 'archive', at })],
]

/** Why a transfer is on hold or has ended; undefined in other states. */
export function reasonOf({ state }: Transfer): string | undefined {
  if (state.status === 'BLOCKED') return state.holds.map((hold) => HOLD_REASONS[hold]).join(' ')
  return 'reason' in state ? state.reason : undefined
}

/** `reasonOf` without free text, which may contain personal data. */
export function impersonalReasonOf(transfer: Transfer): string | undefined {
  const { status } = transfer.state
  if (status === 'DECLINED' || status === 'CANCELED') return undefined
  const reason = reasonOf(transfer)
  return reason && withoutQuote(reason)
}

const HOLD_REASONS: Readonly<Record<Hold, string>> = {
  VASP_NOT_TRUSTED: 'The VASP is not trusted: call trustVasp to continue.',
  AMOUNT_UNIT_UNKNOWN:
    'Does the VASP write amounts in whole units or in base units? Call setWireProfile with amountUnit WHOLE or BASE.',
}
