import { randomUUID } from 'node:crypto'
import { detailOfChange } from '@travel-rule/database/detail-of-change'
import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result } from '@travel-rule/service/result'
import { checkDecision, followTransfer } from '../../cases/actions/change-case.ts'
import { openIncident } from '../../cases/actions/open-incident.ts'
import { wasRefused } from '../../delivery/store/delivery-attempts.ts'
import {
  type ChangePorts,
  type Ports,
  systemActor,
  type TransferCommand,
  type TransferService,
} from '../../foundation/actions/transfer-service.ts'
import type { UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { enqueueAttempt, queueMessage, rewriteInquiry } from '../../messages/actions/queue-message.ts'
import { findMessage, updateMessage } from '../../messages/store/outbound-messages.ts'
import { type AppliedRule, ruleDetail } from '../../rules/domain/rule.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'
import { loadVasps } from '../../vasps/store/vasps.ts'
import { decide } from '../domain/decide-transfer.ts'
import type { Command, TransferEventType } from '../domain/decision.ts'
import { addressOf, type DeliveryKind, lateTxHashOf, type Transfer, trpFactsOf } from '../domain/transfer.ts'
import { updateTransfer } from '../store/transfers.ts'

/**
 * Applies a command: stores the row, its history, its event and the message to send.
 *
 * A command without effect returns the transfer unchanged. Refused like `decide` and by `checkDecision`,
 * with the status in `extensions`.
 */
export async function changeTransfer(
  service: ChangePorts,
  work: UnitOfWork,
  given: TransferCommand,
): Promise<Result<Transfer>> {
  const { transfer: before, command, actor, rule } = given
  const decision = decide(before, command)
  if (decision.outcome === 'unchanged') return ok(decision.transfer)
  if (decision.outcome === 'refused') {
    const { code, message, status } = decision.refusal
    return { ok: false, refusal: { code, message, extensions: { status } } }
  }
  const allowed = await checkDecision(service, work, given)
  if (!allowed.ok) return allowed
  const { transfer, event, send, resend } = decision
  await updateTransfer(work.tx, work.sealer, { transfer, event, actor })
  await publishTransfer(service, work, { transfer, before, event, actor, ...(rule && { rule }) })
  await followTransfer(work, given, transfer)
  if (allowed.value.length > 0) await openIncident(service, work, transfer, allowed.value)
  const address = addressOf(transfer)
  const isChecked = service.policy.screening.isOn || !service.policy.release.requiresNothing
  if (isChecked && address !== undefined && address !== addressOf(before))
    await work.jobs.enqueue(work.tx, 'check', { transferId: transfer.id, cause: 'CHANGE' })
  const kind = send ?? resend
  if (kind === undefined) return ok(transfer)
  const vasp = await vaspOf(work, transfer)
  const queued =
    send === undefined
      ? await resendMessage(service, work, { transfer, vasp, kind })
      : await queueMessage(service, work, { transfer, vasp, kind })
  if (queued.ok) return ok(transfer)
  return giveUpDelivery(service, work, { transfer, problem: queued.refusal.message, at: command.at })
}

/** The VASP of a transfer that is exchanged over TRP. */
export async function vaspOf({ tx }: UnitOfWork, transfer: Transfer): Promise<Vasp> {
  const [vasp] = await loadVasps(tx, [trpFactsOf(transfer).vaspId])
  if (vasp === undefined) throw new Error('a transfer refers to a VASP that does not exist')
  return vasp
}

/** A version of a transfer whose row is stored: what happened, and who did it. */
export interface TransferChange {
  readonly transfer: Transfer
  /** The previous version; absent for a new transfer. */
  readonly before?: Transfer
  readonly event: TransferEventType
  readonly actor: Actor
  /** The rule that decided, if any. */
  readonly rule?: AppliedRule
}

/** Publishes a version's event and schedules its time limit. */
export async function publishTransfer(
  { assets }: Ports<'assets'>,
  { tx, record, jobs }: UnitOfWork,
  { transfer, before, event, actor, rule }: TransferChange,
): Promise<void> {
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
      ...detailOfChange(before && factsOf(before, assets), factsOf(transfer, assets)),
      ...(rule && ruleDetail(rule)),
    },
  })
}

function factsOf(transfer: Transfer, assets: TransferService['assets']) {
  const { state, delivery } = transfer
  return {
    version: transfer.version,
    direction: transfer.direction,
    channel: transfer.channel,
    status: state.status,
    delivery: delivery.state,
    deliveryKind: delivery.state === 'NONE' ? null : delivery.kind,
    vaspId: transfer.vaspId ?? null,
    asset: transfer.assetId,
    assetSymbol: assets.byId(transfer.assetId)?.symbol ?? null,
    amount: transfer.amount,
    amountUnit: transfer.amountUnit ?? null,
    txHash: (state.status === 'CONFIRMED' ? state.txHash : lateTxHashOf(transfer)) ?? null,
  }
}

interface Sending {
  readonly transfer: Transfer
  readonly vasp: Vasp
  readonly kind: DeliveryKind
}

/**
 * Starts a new budget of attempts for a stored message. Creates the message if that failed earlier. After a
 * refusal it gets a new request identifier, since the counterparty may repeat the response it stored.
 */
async function resendMessage(
  service: ChangePorts,
  work: UnitOfWork,
  { transfer, vasp, kind }: Sending,
): Promise<Result<true>> {
  const stored = await findMessage(work.tx, work.sealer, { transferId: transfer.id, kind })
  if (stored === undefined) return queueMessage(service, work, { transfer, vasp, kind })
  const isRefused = await wasRefused(work.tx, { transferId: transfer.id, kind })
  const message = { ...stored, tries: 0, queuedAt: transfer.updatedAt }
  if (kind === 'INQUIRY') {
    // The inquiry may be resent because an officer has corrected the wire profile.
    const earlier = isRefused ? 'REFUSED' : 'UNKNOWN'
    const rewritten = await rewriteInquiry(service, work, { transfer, message, vasp, earlier })
    if (!rewritten.ok) return rewritten
  } else {
    const requestIdentifier = isRefused ? randomUUID() : stored.requestIdentifier
    await updateMessage(work.tx, work.sealer, { ...message, requestIdentifier })
  }
  const attempts = transfer.delivery.state === 'NONE' ? 0 : transfer.delivery.attempts
  await enqueueAttempt(work, { message, vaspId: vasp.id, attempts })
  return ok(true)
}

interface Undeliverable {
  readonly transfer: Transfer
  readonly problem: string
  readonly at: Date
}

/** Gives up a message that cannot be encoded for the counterparty. */
export async function giveUpDelivery(
  service: ChangePorts,
  work: UnitOfWork,
  { transfer, problem, at }: Undeliverable,
): Promise<Result<Transfer>> {
  const { delivery } = transfer
  if (delivery.state === 'NONE') throw new Error('the transfer has no message to give up')
  const command: Command = { type: 'giveUpDelivery', kind: delivery.kind, attempts: 0, problem, at }
  return changeTransfer(service, work, { transfer, command, actor: systemActor })
}
