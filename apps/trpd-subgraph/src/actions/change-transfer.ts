import type { Actor } from '@travel-rule/database/outbox'
import { assetById } from '../domain/asset.ts'
import { decide } from '../domain/decide-transfer.ts'
import type { Command, TransferEventType } from '../domain/decision.ts'
import type { Transfer } from '../domain/transfer.ts'
import type { Vasp } from '../domain/vasp.ts'
import { findMessage, type OutgoingMessage, updateMessage } from '../store/outbound-messages.ts'
import { appendHistory } from '../store/transfer-history.ts'
import { updateTransfer } from '../store/transfers.ts'
import { loadVasps } from '../store/vasps.ts'
import { enqueueAttempt, queueMessage, rewriteInquiry } from './queue-message.ts'
import { type Node, systemActor } from './transfer-service.ts'
import type { Outcome, Work } from './unit-of-work.ts'

/** A command, to whom it is given and by whom. */
export interface Request {
  /** As this transaction has locked it. */
  readonly transfer: Transfer
  readonly command: Command
  readonly actor: Actor
}

/**
 * Decides, and stores what follows: the row, its history, its event, and the message to the counterparty.
 *
 * A command that changes nothing returns the transfer as it is. Refused as by `decide`, with the status in `extensions`.
 */
export async function changeTransfer(node: Node, work: Work, request: Request): Promise<Outcome<Transfer>> {
  const decision = decide(request.transfer, request.command)
  if (decision.outcome === 'unchanged') return { ok: true, value: decision.transfer }
  if (decision.outcome === 'refused') {
    const { code, message, status } = decision.refusal
    return { ok: false, problem: { code, message, extensions: { status } } }
  }
  const { transfer, event, send, resend } = decision
  await saveTransfer(node, work, { transfer, event, actor: request.actor })
  if (send !== undefined) {
    const vasp = await vaspOf(work, transfer)
    const queued = await queueMessage(node, work, { transfer, vasp, kind: send })
    if (!queued.ok) return giveUp(node, work, transfer, queued.problem.message)
  }
  if (resend !== undefined) return requeue(node, work, transfer, request.command.at)
  return { ok: true, value: transfer }
}

/** The VASP of a transfer. */
export async function vaspOf({ tx }: Work, { vaspId }: Transfer): Promise<Vasp> {
  const [vasp] = await loadVasps(tx, [vaspId])
  if (vasp === undefined) throw new Error('a transfer names a VASP that does not exist')
  return vasp
}

/** A message that cannot be made in the counterparty's form is undeliverable. */
async function giveUp(node: Node, work: Work, transfer: Transfer, problem: string): Promise<Outcome<Transfer>> {
  const { delivery, updatedAt: at } = transfer
  if (delivery.state === 'NONE') throw new Error('nothing was to be sent')
  const command: Command = { type: 'giveUpDelivery', kind: delivery.kind, attempts: 0, problem, at }
  return changeTransfer(node, work, { transfer, command, actor: systemActor })
}

/** Starts a new budget of attempts; makes the message if it could not be made before. */
async function requeue(node: Node, work: Work, transfer: Transfer, at: Date): Promise<Outcome<Transfer>> {
  const { delivery } = transfer
  if (delivery.state === 'NONE') throw new Error('nothing is to be sent')
  const { kind, attempts } = delivery
  const vasp = await vaspOf(work, transfer)
  const known = await findMessage(work.tx, node.sealer, { transferId: transfer.id, kind })
  const queued =
    known === undefined
      ? await queueMessage(node, work, { transfer, vasp, kind })
      : await again(node, work, { transfer, vasp, message: { ...known, tries: 0 }, attempts })
  return queued.ok
    ? { ok: true, value: transfer }
    : giveUp(node, work, { ...transfer, updatedAt: at }, queued.problem.message)
}

interface Repeat {
  readonly transfer: Transfer
  readonly vasp: Vasp
  readonly message: OutgoingMessage
  readonly attempts: number
}

/** An inquiry is written as its VASP wants to read it now: settling that may be why it is sent again. */
async function again(node: Node, work: Work, { transfer, vasp, message, attempts }: Repeat): Promise<Outcome<true>> {
  if (message.kind === 'INQUIRY') {
    const rewritten = await rewriteInquiry(node, work, { transfer, message, vasp })
    if (!rewritten.ok) return rewritten
  } else {
    await updateMessage(work.tx, node.sealer, message)
  }
  await enqueueAttempt(node, work, { message, attempts })
  return { ok: true, value: true }
}

/** A change of a transfer: what happened, and who did it. */
export interface TransferChange {
  readonly transfer: Transfer
  readonly event: TransferEventType
  readonly actor: Actor
}

/** Stores the next version of a transfer with its history, its event and its time limit. */
export async function saveTransfer(node: Node, work: Work, change: TransferChange): Promise<void> {
  await updateTransfer(work.tx, node.sealer, change.transfer)
  await publishTransfer(node, work, change)
}

/** The history, event and time limit of a version whose row is stored. */
export async function publishTransfer(
  { sealer, jobs }: Node,
  { tx, record }: Work,
  { transfer, event, actor }: TransferChange,
): Promise<void> {
  await appendHistory(tx, sealer, { event, actor, transfer })
  const { state } = transfer
  const expiresAt = 'expiresAt' in state ? state.expiresAt : undefined
  if (expiresAt !== undefined) {
    const singletonKey = `${transfer.id}:${expiresAt.getTime()}`
    await jobs.enqueue(tx, 'expire', { transferId: transfer.id }, { startAfter: expiresAt, singletonKey })
  }
  record({
    type: event,
    subject: { type: 'transfer', id: transfer.id },
    actor,
    at: transfer.updatedAt,
    detail: {
      version: transfer.version,
      direction: transfer.direction,
      status: state.status,
      delivery: transfer.delivery.state,
      deliveryKind: transfer.delivery.state === 'NONE' ? null : transfer.delivery.kind,
      vaspId: transfer.vaspId,
      asset: transfer.assetId,
      assetSymbol: assetById(transfer.assetId)?.symbol ?? null,
      amount: transfer.amount,
      amountUnit: transfer.amountUnit ?? null,
      txHash: state.status === 'CONFIRMED' ? state.txHash : null,
    },
  })
}
