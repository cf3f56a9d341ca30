import type { Verdict } from '../../transfers/domain/decision.ts'
import { isTerminal, type Transfer, type TransferStatus } from '../../transfers/domain/transfer.ts'
import { folderOf } from '../../transfers/domain/transfer-view.ts'

/** The progress of our officers on a transfer, independent of its protocol status. */
export type CaseStatus = 'NEW' | 'IN_REVIEW' | 'ON_HOLD' | 'WAITING_FOR_DATA' | 'CLOSED'

export type CasePriority = 'LOW' | 'NORMAL' | 'HIGH' | 'URGENT'

/** The officers' work on a transfer. None of it is ever sent to the counterparty. */
export interface Case {
  readonly transferId: string
  /** Number of the latest change, from 1. */
  readonly version: number
  readonly status: CaseStatus
  /** Subject of the person working on the case. */
  readonly assignee?: string
  readonly priority: CasePriority
  /** When a person wants it done; if absent, the default applies. */
  readonly dueAt?: Date
  /** Set while ON_HOLD or WAITING_FOR_DATA. */
  readonly pause?: CasePause
  /** A decision that waits for a second person. */
  readonly proposal?: Proposal
  readonly openedAt: Date
  readonly updatedAt: Date
}

/** Why a case is paused. */
export interface CasePause {
  readonly by: string
  readonly at: Date
  /** Internal text; may contain personal data. */
  readonly reason: string
}

/** A decision proposed by one person, to be made by another. */
export interface Proposal {
  readonly verdict: Verdict
  /** Internal text; may contain personal data. */
  readonly internalReason?: string
  readonly by: string
  readonly at: Date
  readonly expiresAt: Date
}

/** A transfer, with its case if known. */
export type TransferWithCase = Transfer & { readonly case?: Case }

/** The case of a transfer that no officer has touched. */
export function openCase(transfer: Transfer): Case {
  return {
    transferId: transfer.id,
    version: 1,
    status: isFinished(transfer) ? 'CLOSED' : 'NEW',
    priority: 'NORMAL',
    openedAt: transfer.createdAt,
    updatedAt: transfer.createdAt,
  }
}

/** True if neither we nor the counterparty have anything left to do for `transfer`. */
export function isFinished(transfer: Transfer): boolean {
  return folderOf(transfer) === 'ARCHIVE'
}

/**
 * Closes or reopens `current` to match `transfer`; unchanged if it already does. A case on hold stays open
 * until it is released. A case that waits for data stays open until no asset can move or the case is
 * released.
 */
export function settleCase(current: Case, transfer: Transfer, at: Date): Case {
  const { status, assignee } = current
  if (!isFinished(transfer)) {
    return status === 'CLOSED'
      ? nextCase(current, at, { status: assignee === undefined ? 'NEW' : 'IN_REVIEW' })
      : current
  }
  const isOpen = status === 'NEW' || status === 'IN_REVIEW' || (status === 'WAITING_FOR_DATA' && !owesData(transfer))
  return isOpen ? nextCase(withoutProposal(withoutPause(current)), at, { status: 'CLOSED' }) : current
}

/** Data about an asset that has moved is still owed when the transfer is finished. */
function owesData({ state }: Transfer): boolean {
  const ended: readonly TransferStatus[] = ['DECLINED', 'CANCELED', 'EXPIRED', 'FAILED']
  return isTerminal(state) && !ended.includes(state.status)
}

/** The next version of `current`, with `change` applied. */
export function nextCase(current: Case, at: Date, change: Partial<Case>): Case {
  return { ...current, ...change, version: current.version + 1, updatedAt: at }
}

/** `current` without the pause. */
export function withoutPause({ pause: _, ...current }: Case): Case {
  return current
}

/** `current` without a proposed decision. */
export function withoutProposal({ proposal: _, ...current }: Case): Case {
  return current
}
