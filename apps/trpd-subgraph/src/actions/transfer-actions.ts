import type { Actor } from '@travel-rule/database/outbox'
import type { Command } from '../domain/decision.ts'
import { CHAIN_TEXT_RULE, isChainText, isText, isUuid } from '../domain/string-format.ts'
import type { Transfer } from '../domain/transfer.ts'
import { REASON_LENGTH_MAX } from '../domain/trp-message/trp-body.ts'
import { loadEntries } from '../store/address-book.ts'
import { lockTransfer } from '../store/transfers.ts'
import { changeTransfer, vaspOf } from './change-transfer.ts'
import { type Node, secondsAfter } from './transfer-service.ts'
import { inTransaction, type Outcome, refuse, type Work } from './unit-of-work.ts'

/** A person's decision about an inquiry. */
export interface Assessment {
  readonly id: string
  readonly decision: 'APPROVE' | 'DECLINE'
  /** Required to decline; sent to the counterparty. */
  readonly reason?: string | undefined
  /** Payment address; the one of the address book entry unless given. */
  readonly address?: string | undefined
}

/**
 * Approves or declines an inquiry.
 *
 * Refused with `TRANSACTION_NOT_FOUND`, `TRANSACTION_REASON_MISSING`, `TRANSACTION_REASON_TOO_LONG`, `TRANSACTION_REASON_INVALID`,
 * `TRANSACTION_ADDRESS_MISSING`, `TRANSACTION_ADDRESS_INVALID`, `VASP_NOT_TRUSTED` when it was blocked after the inquiry, and as by `decide`.
 */
export function assessTx(node: Node, assessment: Assessment, actor: Actor): Promise<Outcome<Transfer>> {
  return commandTransfer(node, assessment.id, actor, async (work, transfer, at) => {
    const expiresAt = secondsAfter(at, node.rules.confirmationTtlSeconds)
    if (assessment.decision === 'DECLINE') {
      const reason = checkedReason(assessment.reason)
      if (!reason.ok) return reason
      const verdict = { outcome: 'DECLINE', reason: reason.value } as const
      return { ok: true, value: { type: 'assess', verdict, by: actor.id, expiresAt, at } }
    }
    const trusted = isOurs(transfer) ? await requireTrust(work, transfer) : undefined
    if (trusted?.ok === false) return trusted
    const address = assessment.address ?? (await entryAddress(node, work, transfer))
    if (address === undefined || address === '') {
      return refuse('TRANSACTION_ADDRESS_MISSING', 'address is required: the address book entry has none.')
    }
    if (!isChainText(address)) return refuse('TRANSACTION_ADDRESS_INVALID', `address ${CHAIN_TEXT_RULE}.`)
    const verdict = { outcome: 'APPROVE', address } as const
    return { ok: true, value: { type: 'assess', verdict, by: actor.id, expiresAt, at } }
  })
}

/**
 * Names the transaction hash of a SENT transfer and tells it to the counterparty. The same hash again changes nothing.
 *
 * Refused with `TRANSACTION_NOT_FOUND`, `TRANSACTION_HASH_INVALID`, and as by `decide`.
 */
export function confirmTx(
  node: Node,
  { id, txHash }: { readonly id: string; readonly txHash: string },
  actor: Actor,
): Promise<Outcome<Transfer>> {
  return commandTransfer(node, id, actor, async (_work, _transfer, at) =>
    isChainText(txHash)
      ? { ok: true, value: { type: 'confirm', txHash, at } }
      : refuse('TRANSACTION_HASH_INVALID', `txHash ${CHAIN_TEXT_RULE}.`),
  )
}

/** Gives up a SENT transfer. Refused with `TRANSACTION_NOT_FOUND`, `TRANSACTION_REASON_*`, and as by `decide`. */
export function cancelTx(
  node: Node,
  { id, reason }: { readonly id: string; readonly reason?: string | undefined },
  actor: Actor,
): Promise<Outcome<Transfer>> {
  return commandTransfer(node, id, actor, async (_work, _transfer, at) => {
    const text = checkedReason(reason)
    return text.ok ? { ok: true, value: { type: 'cancel', reason: text.value, by: actor.id, at } } : text
  })
}

/**
 * Tries a message again that could not be delivered, at once and with a new budget of attempts.
 *
 * Refused with `TRANSACTION_NOT_FOUND`, `VASP_NOT_TRUSTED`, and as by `decide`.
 */
export function retryDelivery(node: Node, id: string, actor: Actor): Promise<Outcome<Transfer>> {
  return commandTransfer(node, id, actor, async (work, transfer, at) => {
    const trusted = await requireTrust(work, transfer)
    if (!trusted.ok) return trusted
    return { ok: true, value: { type: 'retryDelivery', expiresAt: secondsAfter(at, node.rules.inquiryTtlSeconds), at } }
  })
}

/** Puts a transfer away. Refused with `TRANSACTION_NOT_FOUND`, and as by `decide`. */
export function archiveTx(node: Node, id: string, actor: Actor): Promise<Outcome<Transfer>> {
  return commandTransfer(node, id, actor, async (_work, _transfer, at) => ({
    ok: true,
    value: { type: 'archive', at },
  }))
}

type Commanding = (work: Work, transfer: Transfer, at: Date) => Promise<Outcome<Command>>

function commandTransfer(node: Node, id: string, actor: Actor, make: Commanding): Promise<Outcome<Transfer>> {
  return inTransaction(node, async (work) => {
    const transfer = isUuid(id) ? await lockTransfer(work.tx, node.sealer, id) : undefined
    if (transfer === undefined) return refuse('TRANSACTION_NOT_FOUND', 'id names no transaction.')
    const command = await make(work, transfer, node.now())
    return command.ok ? changeTransfer(node, work, { transfer, command: command.value, actor }) : command
  })
}

/** Whether the transfer waits for our decision. */
function isOurs({ direction, state }: Transfer): boolean {
  return direction === 'RECEIVED' && state.status === 'PENDING'
}

async function requireTrust(work: Work, transfer: Transfer): Promise<Outcome<true>> {
  const { name, trust } = await vaspOf(work, transfer)
  if (trust === 'TRUSTED') return { ok: true, value: true }
  return refuse('VASP_NOT_TRUSTED', `${name} is ${trust}: call trustVasp first.`)
}

async function entryAddress({ sealer }: Node, { tx }: Work, transfer: Transfer): Promise<string | undefined> {
  if (transfer.addressBookEntryId === undefined) return undefined
  const [entry] = await loadEntries(tx, sealer, [transfer.addressBookEntryId])
  return entry?.address
}

function checkedReason(reason: string | undefined): Outcome<string> {
  const text = reason?.trim() ?? ''
  if (text === '') return refuse('TRANSACTION_REASON_MISSING', 'reason is required: the counterparty is told it.')
  if ([...text].length > REASON_LENGTH_MAX) {
    return refuse('TRANSACTION_REASON_TOO_LONG', `reason has at most ${REASON_LENGTH_MAX} characters.`)
  }
  if (!isText(text, REASON_LENGTH_MAX)) {
    const message = 'reason holds a control character or half a surrogate pair, which cannot be sent.'
    return refuse('TRANSACTION_REASON_INVALID', message)
  }
  return { ok: true, value: text }
}
