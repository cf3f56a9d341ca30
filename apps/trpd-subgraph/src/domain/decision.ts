import type { AmountUnit } from './amount.ts'
import { type DeliveryKind, queued, type Transfer, type TransferStatus } from './transfer.ts'

/** How an inquiry is answered. */
export type Verdict =
  | { readonly outcome: 'APPROVE'; readonly address: string }
  | { readonly outcome: 'DECLINE'; readonly reason: string }

/** Everything that can happen to a transfer. `at` is the moment at which it happens. */
export type Command =
  /** The VASP is trusted now. `expiresAt` is the limit of a SENT inquiry that becomes PENDING. */
  | { readonly type: 'releaseTrust'; readonly expiresAt: Date; readonly at: Date }
  /** The counterparty's unit of amounts is known now. */
  | { readonly type: 'releaseAmountUnit'; readonly unit: AmountUnit; readonly expiresAt: Date; readonly at: Date }
  /** Our decision on a RECEIVED inquiry, by a person or, without `by`, by the auto-approve rule. */
  | {
      readonly type: 'assess'
      readonly verdict: Verdict
      readonly by?: string
      readonly expiresAt: Date
      readonly at: Date
    }
  /** The counterparty's decision on a SENT inquiry. */
  | { readonly type: 'resolve'; readonly verdict: Verdict; readonly at: Date }
  /** We name the transaction hash of a SENT transfer. */
  | { readonly type: 'confirm'; readonly txHash: string; readonly at: Date }
  /** The counterparty names the transaction hash of a RECEIVED transfer. */
  | { readonly type: 'receiveConfirmation'; readonly txHash: string; readonly at: Date }
  /** We give up a SENT transfer. */
  | { readonly type: 'cancel'; readonly reason: string; readonly by: string; readonly at: Date }
  /** The counterparty gives up a RECEIVED transfer. */
  | { readonly type: 'receiveCancellation'; readonly reason: string; readonly at: Date }
  /** The time limit may have passed. */
  | { readonly type: 'expire'; readonly at: Date }
  /** The counterparty has taken the message. `expiresAt` is the limit of an inquiry that was given up before that was known. */
  | {
      readonly type: 'delivered'
      readonly kind: DeliveryKind
      readonly attempts: number
      readonly expiresAt: Date
      readonly at: Date
    }
  /** An attempt failed and another follows at `nextAttemptAt`. */
  | {
      readonly type: 'delayDelivery'
      readonly kind: DeliveryKind
      readonly attempts: number
      readonly problem: string
      readonly nextAttemptAt: Date
      readonly at: Date
    }
  /** An attempt failed and no other follows by itself. */
  | {
      readonly type: 'giveUpDelivery'
      readonly kind: DeliveryKind
      readonly attempts: number
      readonly problem: string
      readonly at: Date
    }
  /** A person asks for another attempt. */
  | { readonly type: 'retryDelivery'; readonly expiresAt: Date; readonly at: Date }
  /** A person puts the transfer away. */
  | { readonly type: 'archive'; readonly at: Date }

/** What has happened, for the audit trail and the live feed. */
export type TransferEventType =
  | 'transfer.inquired'
  | 'transfer.received'
  | 'transfer.released'
  | 'transfer.approved'
  | 'transfer.declined'
  | 'transfer.confirmed'
  | 'transfer.canceled'
  | 'transfer.expired'
  | 'transfer.failed'
  | 'transfer.late_approval_refused'
  | 'transfer.delivered'
  | 'transfer.delivery_delayed'
  | 'transfer.delivery_failed'
  | 'transfer.delivery_retried'
  | 'transfer.archived'

/** Why a command is refused; `status` is the state that forbids it. */
export interface TransferRefusal {
  readonly code: 'TRANSACTION_WRONG_STATUS' | 'TRANSACTION_WRONG_DIRECTION' | 'TRANSACTION_EXPIRED'
  readonly message: string
  readonly status: TransferStatus
}

/** What a command does to a transfer. */
export type Decision =
  | {
      readonly outcome: 'accepted'
      readonly transfer: Transfer
      readonly event: TransferEventType
      /** The message that has to be sent to the counterparty because of this change. */
      readonly send?: DeliveryKind
      /** The message that has to be tried again. */
      readonly resend?: DeliveryKind
    }
  /** The same was asked before: the answer is the same, nothing changes. */
  | { readonly outcome: 'unchanged'; readonly transfer: Transfer }
  | { readonly outcome: 'refused'; readonly refusal: TransferRefusal }

/** The command of one type. */
export type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>

/** `true` from the moment of the limit on; never without one. */
export function hasPassed(limit: Date | undefined, at: Date): boolean {
  return limit !== undefined && at >= limit
}

/** The change happens and nothing is sent. */
export function accept(transfer: Transfer, event: TransferEventType, at: Date, change: Partial<Transfer>): Decision {
  return { outcome: 'accepted', event, transfer: changed(transfer, at, change) }
}

/** The change happens and queues a message to the counterparty. */
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

/** The next version of the record. */
export function changed(transfer: Transfer, at: Date, change: Partial<Transfer>): Transfer {
  return { ...transfer, ...change, version: transfer.version + 1, updatedAt: at }
}

/** Refused because of the state, which the message names. */
export function wrongStatus({ state }: Transfer, why: string): Decision {
  const { status } = state
  return {
    outcome: 'refused',
    refusal: { code: 'TRANSACTION_WRONG_STATUS', status, message: `The transaction is ${status}: ${why}.` },
  }
}

/** Refused because this is for the other side to do. */
export function wrongDirection({ state, direction }: Transfer, message: string): Decision {
  const named = `The transaction was ${direction}. ${message}`
  return { outcome: 'refused', refusal: { code: 'TRANSACTION_WRONG_DIRECTION', status: state.status, message: named } }
}

/** Refused because the time limit has passed. */
export function tooLate({ state }: Transfer): Decision {
  const message = `The transaction is ${state.status}, but its time limit has passed.`
  return { outcome: 'refused', refusal: { code: 'TRANSACTION_EXPIRED', status: state.status, message } }
}
