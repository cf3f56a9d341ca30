import { decide } from '../domain/decide-transfer.ts'
import type { Command, Verdict } from '../domain/decision.ts'
import { hashToken } from '../domain/secret-token.ts'
import type { Transfer } from '../domain/transfer.ts'
import { parseConfirmation, parseResolution, type Resolution } from '../domain/trp-message/callback-message.ts'
import type { InboundKey } from '../store/inbound-messages.ts'
import { findCallbackToken } from '../store/outbound-messages.ts'
import { loadPrivate, lockTransfer, savePrivate } from '../store/transfers.ts'
import { changeTransfer, vaspOf } from './change-transfer.ts'
import { type TrpReply, takeMessage } from './receive-once.ts'
import { counterpartyActor, type Node, secondsAfter, systemActor } from './transfer-service.ts'
import { done, type Outcome, refuse, type Work } from './unit-of-work.ts'

/** A message to a callback whose token is known. */
export interface ReceivedCallback {
  readonly transferId: string
  readonly key: InboundKey
  readonly body: Uint8Array
}

/** Takes what came to one of our callback URLs; what it may be is bound to its token. 404 for an unknown token. */
export async function receiveCallback(
  node: Node,
  received: { readonly token: string; readonly requestIdentifier: string; readonly body: Uint8Array },
): Promise<TrpReply> {
  const token = await findCallbackToken(node.database.db, hashToken(received.token))
  if (token === undefined) return { status: 404, body: 'This callback is not known here.' }
  const { transferId, purpose, tokenSha256 } = token
  const counterparty = `callback:${tokenSha256.toString('hex')}`
  const key = { counterparty, requestIdentifier: received.requestIdentifier, kind: purpose }
  const callback = { transferId, key, body: received.body }
  return purpose === 'RESOLUTION' ? receiveResolution(node, callback) : receiveConfirmation(node, callback)
}

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

/** Takes the transaction hash, or the cancellation, of what we approved: 204, or as the body deserves. */
export async function receiveConfirmation(node: Node, received: ReceivedCallback): Promise<TrpReply> {
  const confirmation = parseConfirmation(received.body)
  if (!confirmation.ok) return { status: confirmation.problem.status, body: confirmation.problem.message }
  return takeMessage(node, received, async (work) => {
    const transfer = await lockTransfer(work.tx, node.sealer, received.transferId)
    if (transfer === undefined) return refuse('TRANSACTION_NOT_FOUND', 'The transaction does not exist any more.')
    const at = node.now()
    const command: Command =
      confirmation.value.type === 'confirmed'
        ? { type: 'receiveConfirmation', txHash: confirmation.value.txid, at }
        : { type: 'receiveCancellation', reason: confirmation.value.reason, at }
    const actor = counterpartyActor(await vaspOf(work, transfer))
    const outcome = await changeTransfer(node, work, { transfer, command, actor })
    return outcome.ok ? done({ status: 204, body: '' }) : outcome
  })
}
