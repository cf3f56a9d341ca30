import { type DeliveryKind, queued } from './delivery.ts'
import type { Transfer } from './transfer.ts'
import type { Command, Decision, TransferEventType } from './transfer-command.ts'

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
