import { randomBytes, randomUUID } from 'node:crypto'
import { ok, type Result } from '@travel-rule/service/result'
import { parseInquiryTarget } from '../domain/inquiry-target.ts'
import { fieldOf, isJsonObject, parseJson } from '../domain/json.ts'
import { type EncodedInquiry, encodeOutboundInquiry } from '../domain/outbound-inquiry.ts'
import { encodeToken, hashToken, TOKEN_BYTES } from '../domain/secret-token.ts'
import { type DeliveryKind, type Transfer, trpFactsOf } from '../domain/transfer.ts'
import { encodeConfirmation, encodeResolution, type NewResolution } from '../domain/trp-message/callback-message.ts'
import { selectTrpVersion } from '../domain/trp-version.ts'
import { type Vasp, withVasps } from '../domain/vasp.ts'
import { closeBreaker } from '../store/circuit-breakers.ts'
import { type CallbackPurpose, insertMessage, type OutboundMessage, updateMessage } from '../store/outbound-messages.ts'
import { loadSecrets, type TransferSecrets } from '../store/transfers.ts'
import type { TransferService } from './transfer-service.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** A job of the queue `deliver`: one attempt to deliver a message. */
export interface AttemptJob {
  readonly messageId: string
  /** Finished attempts when the job was queued. If the transfer has more, the job is stale. */
  readonly attempts: number
  /** Attempts that count against the budget. A retry by an officer resets them. */
  readonly tries: number
  /** It waits for the circuit breaker of the VASP, and not for a retry of its own. */
  readonly isPaused?: boolean
  /** Id of the transfer, while the message waits until it may leave. */
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
  service: TransferService,
  work: UnitOfWork,
  { transfer, vasp, kind, secrets }: NewMessage,
): Promise<Result<true>> {
  const known = secrets ?? (await loadSecrets(work.tx, service.sealer, transfer.id))
  const token = encodeToken(randomBytes(TOKEN_BYTES))
  const callback = `${service.rules.own.url}/callbacks/${token}`
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
  await insertMessage(work.tx, service.sealer, message, boundToken)
  // Its version is known from a message that it has accepted.
  const usesReserved = vasp.apiVersion !== undefined
  await enqueueAttempt(service, work, { message, vaspId: vasp.id, attempts: 0, usesReserved })
  return ok(true)
}

interface NewMessage extends Recipient {
  readonly kind: DeliveryKind
  /** Those of the transfer, loaded if absent. */
  readonly secrets?: TransferSecrets | undefined
}

/**
 * Encodes an inquiry again with the current wire profile of `vasp`. Its callback stays the same, so
 * that a decision finds the transfer. The request identifier does not once the counterparty may have
 * stored it with a refusal or with another body, which it would repeat or reject with 409.
 *
 * Refused, with nothing stored, with the codes of `encodeOutboundInquiry`.
 */
export async function rewriteInquiry(
  service: TransferService,
  work: UnitOfWork,
  { transfer, message, vasp, earlier }: RewrittenInquiry,
): Promise<Result<OutboundMessage>> {
  const secrets = await loadSecrets(work.tx, service.sealer, transfer.id)
  const encoded = encodeInquiryOf(service, { transfer, vasp, secrets, callback: callbackIn(message) })
  if (!encoded.ok) return encoded
  const isStored = earlier === 'REFUSED' || (earlier === 'UNKNOWN' && encoded.value.body !== message.body)
  const requestIdentifier = isStored ? randomUUID() : message.requestIdentifier
  const rewritten: OutboundMessage = { ...message, ...encoded.value, requestIdentifier }
  await updateMessage(work.tx, service.sealer, rewritten)
  return ok(rewritten)
}

interface RewrittenInquiry extends Recipient {
  readonly message: OutboundMessage
  readonly earlier: EarlierAttempts
}

/** What became of earlier attempts. `UNKNOWN`: one had no clear response, and may have arrived. */
export type EarlierAttempts = 'NONE' | 'REFUSED' | 'UNKNOWN'

/** Queues the next attempt to deliver `message`, by default for immediate execution. */
export async function enqueueAttempt(
  { jobs }: TransferService,
  { tx }: UnitOfWork,
  { message, vaspId, attempts, startAfter, isPaused = false, isWithheld = false, usesReserved = false }: QueuedAttempt,
): Promise<void> {
  const withheld = isWithheld ? { withheldOf: message.transferId } : {}
  const job: AttemptJob = { messageId: message.id, attempts, tries: message.tries, isPaused, ...withheld }
  const when = startAfter === undefined ? {} : { startAfter }
  await jobs.enqueue(tx, 'deliver', job, { group: vaspId, usesReserved, ...when })
}

/** Closes the circuit breaker of a VASP, and has the messages that wait for it sent. */
export async function resumeDeliveries({ jobs }: TransferService, { tx }: UnitOfWork, vaspId: string): Promise<void> {
  const data: Partial<AttemptJob> = { isPaused: true }
  if (await closeBreaker(tx, vaspId)) await jobs.startWaiting(tx, { queue: 'deliver', group: vaspId, data })
}

interface QueuedAttempt {
  readonly message: OutboundMessage
  /** The counterparty, which gets only a few messages at a time. */
  readonly vaspId: string
  readonly attempts: number
  readonly startAfter?: Date
  /** Whether it waits for the circuit breaker. */
  readonly isPaused?: boolean
  /** Whether it waits until the message may leave. */
  readonly isWithheld?: boolean
  /** Whether it may use the deliveries that are reserved for VASPs that respond. */
  readonly usesReserved?: boolean
}

interface MessageParts extends Recipient {
  readonly secrets: TransferSecrets
  readonly callback: string
}

/** The body, and the version in which to send it, unless each attempt chooses the version. */
type EncodedMessage = Pick<EncodedInquiry, 'body'> & Partial<EncodedInquiry>

/** The reason of a cancellation that is sent after a late approval. */
const LATE_REASON = 'The approval came too late.'

function encodeMessage(service: TransferService, kind: DeliveryKind, parts: MessageParts): Result<EncodedMessage> {
  const { transfer, vasp, callback } = parts
  const { state } = transfer
  switch (kind) {
    case 'INQUIRY':
      return encodeInquiryOf(service, parts)
    case 'RESOLUTION': {
      // The version of the inquiry, since the version of a VASP is only known from its responses.
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
  { rules, assets }: TransferService,
  { transfer, vasp, secrets, callback }: MessageParts,
): Result<EncodedInquiry> {
  const { assetId, amount } = transfer
  const ivms101 = withVasps(secrets.ivms101, rules.own, vasp)
  return encodeOutboundInquiry({ assetId, amount, ivms101, callback }, vasp, assets)
}

function resolutionOf({ state }: Transfer, callback: string): NewResolution {
  if (state.status === 'APPROVED') return { type: 'approved', address: state.address, callback }
  if (state.status === 'DECLINED') return { type: 'rejected', reason: state.reason }
  throw new Error(`a ${state.status} transfer has no resolution`)
}

/** The message that the counterparty may send to the callback; `undefined` when it sends none. */
function callbackPurpose(kind: DeliveryKind, { state }: Transfer): CallbackPurpose | undefined {
  if (kind === 'INQUIRY') return 'RESOLUTION'
  return kind === 'RESOLUTION' && state.status === 'APPROVED' ? 'CONFIRMATION' : undefined
}

/** The travel address for an inquiry, the counterparty's callback for every other message. */
function recipientUrl(
  { rules }: TransferService,
  kind: DeliveryKind,
  transfer: Transfer,
  { callback }: TransferSecrets,
): string {
  const { travelAddress } = trpFactsOf(transfer)
  if (kind !== 'INQUIRY') {
    if (callback === undefined) throw new Error(`no callback is known for a ${kind}`)
    return callback
  }
  const target = parseInquiryTarget(travelAddress, rules.hosts)
  if (!target.ok) throw new Error('a stored travel address is no longer valid', { cause: target.refusal })
  return `https://${target.value.url}`
}

function callbackIn({ body }: OutboundMessage): string {
  const json = parseJson(body)
  const callback = json.ok && isJsonObject(json.value) ? fieldOf(json.value, 'callback') : undefined
  if (typeof callback !== 'string') throw new Error('a stored inquiry has no callback')
  return callback
}
