import { decide } from '../domain/decide-transfer.ts'
import type { Transfer } from '../domain/transfer.ts'
import type { Command, Verdict } from '../domain/transfer-command.ts'
import { parseResolution, type Resolution } from '../domain/trp-message/resolution.ts'
import { loadPrivate, savePrivate } from '../store/transfer-privates.ts'
import { lockTransfer } from '../store/transfers.ts'
import { counterpartyActor, systemActor } from './actors.ts'
import { changeTransfer, vaspOf } from './change-transfer.ts'
import { type Node, secondsAfter } from './node.ts'
import type { ReceivedCallback } from './receive-callback.ts'
import { type TrpReply, takeMessage } from './take-message.ts'
import { done, type Outcome, refuse, type Work } from './work.ts'

/** Takes the counterparty's decision about an inquiry of ours: 204, or as the body deserves. */
export async function receiveResolution(node: Node, received: ReceivedCallback): Promise<TrpReply> {
  const resolution = parseResolution(received.body, node.rules.hosts)
  if (!resolution.ok) return { status: resolution.problem.status, body: resolution.problem.message }
  return takeMessage(node, received, async (work) => {
    const transfer = await lockTransfer(work.tx, node.sealer, received.transferId)
    if (transfer === undefined) return refuse('TRANSACTION_NOT_FOUND', 'The transaction does not exist any more.')
    const outcome = await resolveTransfer(node, work, transfer, resolution.value)
    return outcome.ok ? done({ status: 204, body: '' }) : outcome
  })
}

/**
 * What a resolution, from a callback or from the answer to our inquiry, does to a transfer that is locked.
 *
 * A transfer whose inquiry was given up as undeliverable is PENDING again first: the resolution proves that it arrived. One whose
 * time limit has just passed expires first, so that a late approval is answered with a cancellation.
 */
export async function resolveTransfer(
  node: Node,
  work: Work,
  transfer: Transfer,
  resolution: Resolution,
): Promise<Outcome<Transfer>> {
  const at = node.now()
  const vasp = await vaspOf(work, transfer)
  const apply = (to: Transfer, command: Command) =>
    changeTransfer(node, work, { transfer: to, command, actor: counterpartyActor(vasp) })
  const { state, delivery } = transfer
  if (state.status === 'FAILED' && delivery.state !== 'NONE' && delivery.kind === 'INQUIRY') {
    const { attempts } = delivery
    const expiresAt = secondsAfter(at, node.rules.inquiryTtlSeconds)
    const arrived = await apply(transfer, { type: 'delivered', kind: 'INQUIRY', attempts, expiresAt, at })
    return arrived.ok ? resolveTransfer(node, work, arrived.value, resolution) : arrived
  }
  const command: Command = { type: 'resolve', verdict: verdictOf(resolution), at }
  const decision = decide(transfer, command)
  if (decision.outcome === 'refused' && decision.refusal.code === 'TRANSACTION_EXPIRED') {
    const expired = await changeTransfer(node, work, { transfer, command: { type: 'expire', at }, actor: systemActor })
    return expired.ok ? resolveTransfer(node, work, expired.value, resolution) : expired
  }
  if (decision.outcome === 'accepted' && resolution.type === 'approved') {
    const secrets = await loadPrivate(work.tx, node.sealer, transfer.id)
    await savePrivate(work.tx, node.sealer, transfer.id, { ...secrets, callback: resolution.callback })
  }
  return apply(transfer, command)
}

function verdictOf(resolution: Resolution): Verdict {
  return resolution.type === 'approved'
    ? { outcome: 'APPROVE', address: resolution.address }
    : { outcome: 'DECLINE', reason: resolution.reason }
}
