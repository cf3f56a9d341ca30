import type { AmountUnit } from '../../foundation/domain/amount.ts'
import { type DeliveryKind, queued, type Transfer, type TransferStatus } from './transfer.ts'

/** The decision about an inquiry. */
export type Verdict =
  | { readonly outcome: 'APPROVE'; readonly address: string }
  | { readonly outcome: 'DECLINE'; readonly reason: string }

/** Everything that can happen to a transfer. `at` is the time. */
export type Command =
  /** The VASP is now trusted. `expiresAt` applies to a SENT inquiry that becomes PENDING. */
  | { readonly type: 'releaseTrust'; readonly expiresAt: Date; readonly at: Date }
  /** The counterparty's amount unit is now known. */
  | { readonly type: 'releaseAmountUnit'; readonly unit: AmountUnit; readonly expiresAt: Date; readonly at: Date }
  /**
   * Our decision about a RECEIVED inquiry, by an officer or, without `by`, automatic. Declining an APPROVED
   * one withdraws the approval.
   */
  | {
      readonly type: 'assess'
      readonly verdict: Verdict
      readonly by?: string
      readonly expiresAt: Date
      readonly at: Date
    }
  /** The counterparty's decision about a SENT inquiry. */
  | { readonly type: 'resolve'; readonly verdict: Verdict; readonly at: Date }
  /** We report the transaction hash of a SENT transfer, or record that of a registered one. */
  | {
      readonly type: 'confirm'
      readonly txHash: string
      /** The payment was already made, whether it was allowed or not. */
      readonly isOnLedger?: boolean
      readonly at: Date
    }
  /** The counterparty reports the transaction hash of a RECEIVED transfer. */
  | { readonly type: 'receiveConfirmation'; readonly txHash: string; readonly at: Date }
  /** An officer accepts a hash that the counterparty reported too late. */
  | { readonly type: 'acceptConfirmation'; readonly by: string; readonly at: Date }
  /** We cancel a SENT transfer, or a registered one. */
  | { readonly type: 'cancel'; readonly reason: string; readonly by: string; readonly at: Date }
  /** The counterparty cancels a RECEIVED transfer. */
  | { readonly type: 'receiveCancellation'; readonly reason: string; readonly at: Date }
  /** The time limit may have passed. */
  | { readonly type: 'expire'; readonly at: Date }
  /** The message was delivered. `expiresAt` applies to an inquiry that was previously given up. */
  | {
      readonly type: 'delivered'
      readonly kind: DeliveryKind
      readonly attempts: number
      readonly expiresAt: Date
      readonly at: Date
    }
  /** An attempt failed; the next one is due at `nextAttemptAt`. */
  | {
      readonly type: 'delayDelivery'
      readonly kind: DeliveryKind
      readonly attempts: number
      readonly problem: string
      readonly nextAttemptAt: Date
      readonly at: Date
    }
  /** An attempt failed and is not retried automatically. */
  | {
      readonly type: 'giveUpDelivery'
      readonly kind: DeliveryKind
      readonly attempts: number
      readonly problem: string
      readonly at: Date
    }
  /** An officer requests another attempt. */
  | { readonly type: 'retryDelivery'; readonly expiresAt: Date; readonly at: Date }
  /** An officer has corrected the data of a SENT transfer. */
  | { readonly type: 'correct'; readonly at: Date }
  /** Requested data about the other party arrived. */
  | { readonly type: 'completeData'; readonly at: Date }
  /**
   * An officer archives the transfer. With `evenPending`, this includes a RECEIVED one that waits for our
   * decision; its sender then never receives a decision.
   */
  | { readonly type: 'archive'; readonly evenPending?: boolean; readonly at: Date }

/** The events of a transfer, for the audit log and the live feed. */
export type TransferEventType =
  | 'transfer.inquired'
  | 'transfer.received'
  | 'transfer.registered'
  | 'transfer.released'
  | 'transfer.approved'
  | 'transfer.declined'
  | 'transfer.confirmed'
  | 'transfer.canceled'
  | 'transfer.expired'
  | 'transfer.failed'
  | 'transfer.late_approval_refused'
  | 'transfer.confirmed_late'
  | 'transfer.delivered'
  | 'transfer.delivery_delayed'
  | 'transfer.delivery_failed'
  | 'transfer.delivery_retried'
  | 'transfer.corrected'
  | 'transfer.data_completed'
  | 'transfer.archived'

/** Why a command is refused; `status` is that of the transfer. */
export interface TransferRefusal {
  readonly code:
    | 'TRANSACTION_WRONG_STATUS'
    | 'TRANSACTION_WRONG_DIRECTION'
    | 'TRANSACTION_EXPIRED'
    | 'TRANSACTION_NOT_OVER_TRP'
  readonly message: string
  readonly status: TransferStatus
}

/** The effect of a command on a transfer. */
export type Decision =
  | {
      readonly outcome: 'accepted'
      readonly transfer: Transfer
      readonly event: TransferEventType
      /** A new message to send to the counterparty. */
      readonly send?: DeliveryKind
      /** A stored message to send again. */
      readonly resend?: DeliveryKind
    }
  /** The command was already applied; a repeat has no effect. */
  | { readonly outcome: 'unchanged'; readonly transfer: Transfer }
  | { readonly outcome: 'refused'; readonly refusal: TransferRefusal }

/** The commands of these types. */
export type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>

/** True if `at` is at or after `limit`; false without a limit. */
export function hasPassed(limit: Date | undefined, at: Date): boolean {
  return limit !== undefined && at >= limit
}

/** Accepts `change`; nothing is sent. */
export function accept(transfer: Transfer, event: TransferEventType, at: Date, change: Partial<Transfer>): Decision {
  return { outcome: 'accepted', event, transfer: changed(transfer, at, change) }
}

/** Accepts `change` and queues a message of this kind to the counterparty. */
export function send(
  transfer: Transfer,
  event: TransferEventType,
  at: Date,
  kind: DeliveryKind,
  change: Partial<Transfer>,
): Decision {
  return {
    outcome: 'accepted',
    event,
    send: kind,
    transfer: changed(transfer, at, { ...change, delivery: queued(kind) }),
  }
}

/** The next version of `transfer`, with `change` applied. */
export function changed(transfer: Transfer, at: Date, change: Partial<Transfer>): Transfer {
  return { ...transfer, ...change, version: transfer.version + 1, updatedAt: at }
}

/** Refuses because of the status; `why` completes the sentence that starts with the status. */
export function wrongStatus({ state }: Transfer, why: string): Decision {
  const { status } = state
  return {
    outcome: 'refused',
    refusal: { code: 'TRANSACTION_WRONG_STATUS', status, message: `The transaction is ${status}: ${why}.` },
  }
}

/** Refuses because only the other party may do this; `why` is a sentence. */
export function wrongDirection({ state, direction }: Transfer, why: string): Decision {
  const message = `The transaction was ${direction}. ${why}`
  return { outcome: 'refused', refusal: { code: 'TRANSACTION_WRONG_DIRECTION', status: state.status, message } }
}

/** Refuses because the time limit has passed. */
export function tooLate({ state }: Transfer): Decision {
  const message = `The transaction is ${state.status}, but its time limit has passed.`
  return { outcome: 'refused', refusal: { code: 'TRANSACTION_EXPIRED', status: state.status, message } }
}
