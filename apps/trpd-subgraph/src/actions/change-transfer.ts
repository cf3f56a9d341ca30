import type { Actor } from '@travel-rule/database/outbox'
import { decide } from '../domain/decide-transfer.ts'
import type { Transfer } from '../domain/transfer.ts'
import type { Command } from '../domain/transfer-command.ts'
import type { Vasp } from '../domain/vasp.ts'
import { findMessage, type OutgoingMessage, updateMessage } from '../store/deliveries.ts'
import { loadVasps } from '../store/vasps.ts'
import { systemActor } from './actors.ts'
import { enqueueAttempt } from './enqueue-attempt.ts'
import type { Node } from './node.ts'
import { queueMessage } from './queue-message.ts'
import { rewriteInquiry } from './rewrite-inquiry.ts'
import { saveTransfer } from './save-transfer.ts'
import type { Outcome, Work } from './work.ts'

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
