import { randomBytes, randomUUID } from 'node:crypto'
import { ok, type Result } from '@travel-rule/service/result'
import { parseInquiryTarget } from '../../address-book/domain/inquiry-target.ts'
import { type EncodedInquiry, encodeOutboundInquiry } from '../../delivery/domain/outbound-inquiry.ts'
import { closeBreaker } from '../../delivery/store/circuit-breakers.ts'
import type { ChangePorts, Ports } from '../../foundation/actions/transfer-service.ts'
import type { UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { fieldOf, isJsonObject, parseJson } from '../../foundation/domain/json.ts'
import { encodeToken, hashToken, TOKEN_BYTES } from '../../foundation/domain/secret-token.ts'
import { selectTrpVersion } from '../../foundation/domain/trp-version.ts'
import { type DeliveryKind, type Transfer, trpFactsOf } from '../../transfers/domain/transfer.ts'
import { loadSecrets, type TransferSecrets } from '../../transfers/store/transfers.ts'
import { type Vasp, withVasps } from '../../vasps/domain/vasp.ts'
import { encodeConfirmation, encodeResolution, type NewResolution } from '../domain/callback-message.ts'
import { type CallbackPurpose, insertMessage, type OutboundMessage, updateMessage } from '../store/outbound-messages.ts'

/** A job of the queue `deliver`: one attempt to deliver a message. */
export interface AttemptJob {
  readonly messageId: string
  /** Number of attempts finished when the job was queued. If the transfer has more by now, the job is stale. */
  readonly attempts: number
  /** Attempts that count against the budget. A retry by an officer resets them. */
  readonly tries: number
  /** True if it waits for the circuit breaker of the VASP rather than for its own retry. */
  readonly isPaused?: boolean
  /** Id of the transfer; set while the message waits until it may leave. */
  readonly withheldOf?: string
}

interface Recipient {
  readonly transfer: Transfer
  readonly vasp: Vasp
}

/**
 * Creates the message of this kind, with a callback token if it needs one, and queues its delivery.
 *
 * Refused, with nothing stored, when the counterparty's wire profile cannot express the message:
 * the codes are those of `encodeOutboundInquiry`.
 */
export async function queueMessage(
  service: ChangePorts,
  work: UnitOfWork,
  { transfer, vasp, kind, secrets }: NewMessage,
): Promise<Result<true>> {
  const known = secrets ?? (await loadSecrets(work.tx, work.sealer, transfer.id))
  const token = encodeToken(randomBytes(TOKEN_BYTES))
  const callback = `${service.policy.own.url}/callbacks/${token}`
  const encoded = encodeMessage(service, kind, { transfer, vasp, secrets: known, callback })
  if (!encoded.ok) return encoded
  const purpose = callbackPurpose(kind, transfer)
  const message: OutboundMessage = {
    id: randomUUID(),
    transferId: transfer.id,
    kind,
    requestIdentifier: kind === 'INQUIRY' ? transfer.requestIdentifier : randomUUID(),
    url: recipientUrl(service, kind, transfer, known),
    ...encoded.value,
    tries: 0,
    queuedAt: transfer.updatedAt,
    createdAt: transfer.updatedAt,
  }
  const boundToken = purpose && { tokenSha256: hashToken(token), transferId: transfer.id, purpose }
  await insertMessage(work.tx, work.sealer, message, boundToken)
  // The VASP's version is known only once it has accepted a message.
  const usesReserved = vasp.apiVersion !== undefined
  await enqueueAttempt(work, { message, vaspId: vasp.id, attempts: 0, usesReserved })
  return ok(true)
}

interface NewMessage extends Recipient {
  readonly kind: DeliveryKind
  /** The secrets of the transfer; loaded if absent. */
  readonly secrets?: TransferSecrets | undefined
}

/**
 * Re-encodes an inquiry with the current wire profile of `vasp`. It keeps its callback, so that a decision
 * still finds the transfer. It gets a new request identifier if the counterparty may have stored the old one
 * with a refusal, which it would repeat, or with another body, for which it would respond with 409.
 *
 * Refused, with nothing stored, with the codes of `encodeOutboundInquiry`.
 */
export async function rewriteInquiry(
  service: ChangePorts,
  work: UnitOfWork,
  { transfer, message, vasp, earlier }: RewrittenInquiry,
): Promise<Result<OutboundMessage>> {
  const secrets = await loadSecrets(work.tx, work.sealer, transfer.id)
  const encoded = encodeInquiryOf(service, { transfer, vasp, secrets, callback: callbackIn(message) })
  if (!encoded.ok) return encoded
  const isStored = earlier === 'REFUSED' || (earlier === 'UNKNOWN' && encoded.value.body !== message.body)
  const requestIdentifier = isStored ? randomUUID() : message.requestIdentifier
  const rewritten: OutboundMessage = { ...message, ...encoded.value, requestIdentifier }
  await updateMessage(work.tx, work.sealer, rewritten)
  return ok(rewritten)
}

interface RewrittenInquiry extends Recipient {
  readonly message: OutboundMessage
  readonly earlier: EarlierAttempts
}

/** The outcome of earlier attempts. `UNKNOWN`: at least one had no clear response and may have arrived. */
export type EarlierAttempts = 'NONE' | 'REFUSED' | 'UNKNOWN'

/** Queues the next attempt to deliver `message`, for immediate execution by default. */
export async function enqueueAttempt(
  { tx, jobs }: UnitOfWork,
  { message, vaspId, attempts, startAfter, isPaused = false, isWithheld = false, usesReserved = false }: QueuedAttempt,
): Promise<void> {
  const withheld = isWithheld ? { withheldOf: message.transferId } : {}
  const job: AttemptJob = { messageId: message.id, attempts, tries: message.tries, isPaused, ...withheld }
  const when = startAfter === undefined ? {} : { startAfter }
  await jobs.enqueue(tx, 'deliver', job, { group: vaspId, usesReserved, ...when })
}

/** Closes the circuit breaker of a VASP, and triggers the delivery of messages waiting for it. */
export async function resumeDeliveries({ tx, jobs }: UnitOfWork, vaspId: string): Promise<void> {
  const data: Partial<AttemptJob> = { isPaused: true }
  if (await closeBreaker(tx, vaspId)) await jobs.startWaiting(tx, { queue: 'deliver', group: vaspId, data })
}

interface QueuedAttempt {
  readonly message: OutboundMessage
  /** The counterparty, which receives only a few messages at a time. */
  readonly vaspId: string
  readonly attempts: number
  readonly startAfter?: Date
  /** True if the message waits for the circuit breaker. */
  readonly isPaused?: boolean
  /** True if the message waits until it may leave. */
  readonly isWithheld?: boolean
  /** True if the message may use the delivery slots reserved for VASPs that respond. */
  readonly usesReserved?: boolean
}

interface MessageParts extends Recipient {
  readonly secrets: TransferSecrets
  readonly callback: string
}

/** The body and the version to send it in; without a version, each attempt chooses one. */
type EncodedMessage = Pick<EncodedInquiry, 'body'> & Partial<EncodedInquiry>

/** Reason given in a cancellation that follows a late approval. */
const LATE_REASON = 'The approval came too late.'

function encodeMessage(service: ChangePorts, kind: DeliveryKind, parts: MessageParts): Result<EncodedMessage> {
  const { transfer, vasp, callback } = parts
  const { state } = transfer
  switch (kind) {
    case 'INQUIRY':
      return encodeInquiryOf(service, parts)
    case 'RESOLUTION': {
      // Uses the version of the inquiry, since a VASP's version is only known from its responses.
      const version = selectTrpVersion(vasp.wireProfile.apiVersion, trpFactsOf(transfer).protocolVersion)
      if (!version.ok) return version
      return ok({ body: encodeResolution(resolutionOf(transfer, callback)), version: version.value })
    }
    case 'CONFIRMATION':
      if (state.status !== 'CONFIRMED') throw new Error(`a ${state.status} transfer has no confirmation`)
      return ok({ body: encodeConfirmation({ type: 'confirmed', txid: state.txHash }) })
    case 'CANCELLATION': {
      const reason = state.status === 'CANCELED' ? state.reason : LATE_REASON
      return ok({ body: encodeConfirmation({ type: 'canceled', reason }) })
    }
  }
}

function encodeInquiryOf(
  { policy, assets }: ChangePorts,
  { transfer, vasp, secrets, callback }: MessageParts,
): Result<EncodedInquiry> {
  const { assetId, amount } = transfer
  const ivms101 = withVasps(secrets.ivms101, policy.own, vasp)
  return encodeOutboundInquiry({ assetId, amount, ivms101, callback }, vasp, assets)
}

function resolutionOf({ state }: Transfer, callback: string): NewResolution {
  if (state.status === 'APPROVED') return { type: 'approved', address: state.address, callback }
  if (state.status === 'DECLINED') return { type: 'rejected', reason: state.reason }
  throw new Error(`a ${state.status} transfer has no resolution`)
}

/** The kind of message that the counterparty may send to the callback; `undefined` if it sends none. */
function callbackPurpose(kind: DeliveryKind, { state }: Transfer): CallbackPurpose | undefined {
  if (kind === 'INQUIRY') return 'RESOLUTION'
  return kind === 'RESOLUTION' && state.status === 'APPROVED' ? 'CONFIRMATION' : undefined
}

/** The travel address for an inquiry, and the counterparty's callback for all other messages. */
function recipientUrl(
  { policy }: Ports<'policy'>,
  kind: DeliveryKind,
  transfer: Transfer,
  { callback }: TransferSecrets,
): string {
  const { travelAddress } = trpFactsOf(transfer)
  if (kind !== 'INQUIRY') {
    if (callback === undefined) throw new Error(`no callback is known for a ${kind}`)
    return callback
  }
  const target = parseInquiryTarget(travelAddress, policy.hosts)
  if (!target.ok) throw new Error('a stored travel address is no longer valid', { cause: target.refusal })
  return `https://${target.value.url}`
}

function callbackIn({ body }: OutboundMessage): string {
  const json = parseJson(body)
  const callback = json.ok && isJsonObject(json.value) ? fieldOf(json.value, 'callback') : undefined
  if (typeof callback !== 'string') throw new Error('a stored inquiry has no callback')
  return callback
}
