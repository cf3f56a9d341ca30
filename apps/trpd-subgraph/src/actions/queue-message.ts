import { randomBytes, randomUUID } from 'node:crypto'
import { parseInquiryTarget } from '../domain/inquiry-target.ts'
import { fieldOf, isJsonObject, parseJsonText } from '../domain/json.ts'
import { encodeOutgoingInquiry, type WrittenInquiry } from '../domain/outbound-inquiry.ts'
import { type Parsed, parsed } from '../domain/parsed.ts'
import { encodeToken, hashToken, TOKEN_BYTES } from '../domain/secret-token.ts'
import type { DeliveryKind, Transfer } from '../domain/transfer.ts'
import { encodeConfirmation, encodeResolution, type NewResolution } from '../domain/trp-message/callback-message.ts'
import { versionToSpeak } from '../domain/trp-version.ts'
import { type Vasp, withVasps } from '../domain/vasp.ts'
import {
  type CallbackPurpose,
  insertCallbackToken,
  insertMessage,
  type OutgoingMessage,
  updateMessage,
} from '../store/outbound-messages.ts'
import { loadPrivate, type TransferPrivate } from '../store/transfers.ts'
import type { Node } from './transfer-service.ts'
import { done, type Outcome, type Work } from './unit-of-work.ts'

/** Why a cancellation is sent when nobody gave a reason of their own. */
const LATE_REASON = 'The approval came too late.'

/**
 * Makes the message of this kind, with its callback token where it has one, and puts it into the queue.
 *
 * Refused, with nothing stored, when the counterparty's wire profile cannot express an inquiry; the codes are those of
 * `encodeOutgoingInquiry`.
 */
export async function queueMessage(
  node: Node,
  work: Work,
  { transfer, vasp, kind }: { readonly transfer: Transfer; readonly vasp: Vasp; readonly kind: DeliveryKind },
): Promise<Parsed<true>> {
  const secrets = await loadPrivate(work.tx, node.sealer, transfer.id)
  const token = encodeToken(randomBytes(TOKEN_BYTES))
  const callback = `${node.rules.own.url}/callbacks/${token}`
  const written = write(kind, { transfer, vasp, secrets, callback, node })
  if (!written.ok) return written
  const purpose = purposeOf(kind, transfer)
  if (purpose !== undefined) {
    const bound = { tokenSha256: hashToken(token), transferId: transfer.id, purpose }
    await insertCallbackToken(work.tx, bound, transfer.updatedAt)
  }
  const message: OutgoingMessage = {
    id: randomUUID(),
    transferId: transfer.id,
    kind,
    requestIdentifier: kind === 'INQUIRY' ? transfer.requestIdentifier : randomUUID(),
    url: urlOf(kind, transfer, secrets, node),
    ...written.value,
    tries: 0,
    createdAt: transfer.updatedAt,
  }
  await insertMessage(work.tx, node.sealer, message)
  await enqueueAttempt(node, work, { message, attempts: 0 })
  return parsed(true)
}

interface MessageParts {
  readonly transfer: Transfer
  readonly vasp: Vasp
  readonly secrets: TransferPrivate
  readonly callback: string
  readonly node: Node
}

/** The body, and the version that goes with it where that is settled already. */
type Written = Pick<WrittenInquiry, 'body'> & Partial<WrittenInquiry>

function write(kind: DeliveryKind, { transfer, vasp, secrets, callback, node }: MessageParts): Parsed<Written> {
  const { state, assetId, amount } = transfer
  switch (kind) {
    case 'INQUIRY': {
      const ivms101 = withVasps(secrets.ivms101, node.rules.own, vasp)
      return encodeOutgoingInquiry({ assetId, amount, ivms101, callback }, vasp)
    }
    case 'RESOLUTION': {
      // Answered in the version of the question; what the VASP speaks otherwise is learnt from its own answers only.
      const version = versionToSpeak(vasp.wireProfile.apiVersion, transfer.protocolVersion)
      if (!version.ok) return version
      return parsed({ body: encodeResolution(resolutionOf(transfer, callback)), version: version.value })
    }
    case 'CONFIRMATION':
      if (state.status !== 'CONFIRMED') throw new Error(`a ${state.status} transfer has no confirmation`)
      return parsed({ body: encodeConfirmation({ type: 'confirmed', txid: state.txHash }) })
    case 'CANCELLATION': {
      const reason = state.status === 'CANCELED' ? state.reason : LATE_REASON
      return parsed({ body: encodeConfirmation({ type: 'canceled', reason }) })
    }
  }
}

function resolutionOf({ state }: Transfer, callback: string): NewResolution {
  if (state.status === 'APPROVED') return { type: 'approved', address: state.address, callback }
  if (state.status === 'DECLINED') return { type: 'rejected', reason: state.reason }
  throw new Error(`a ${state.status} transfer has no resolution`)
}

/** What the counterparty may answer to the callback in the message. */
function purposeOf(kind: DeliveryKind, { state }: Transfer): CallbackPurpose | undefined {
  if (kind === 'INQUIRY') return 'RESOLUTION'
  return kind === 'RESOLUTION' && state.status === 'APPROVED' ? 'CONFIRMATION' : undefined
}

/** An inquiry goes to the travel address, everything else to the URL that the counterparty gave us. */
function urlOf(
  kind: DeliveryKind,
  { travelAddress }: Transfer,
  { callback }: TransferPrivate,
  { rules }: Node,
): string {
  if (kind !== 'INQUIRY') {
    if (callback === undefined) throw new Error(`there is no callback for a ${kind}`)
    return callback
  }
  const target = parseInquiryTarget(travelAddress, rules.hosts)
  if (!target.ok) throw new Error('a stored travel address cannot be read any more', { cause: target.problem })
  return `https://${target.value.url}`
}

/**
 * Writes an inquiry again as `vasp` wants to read it now, under the same identifier and with the same callback.
 *
 * Refused, with nothing stored, with the codes of `encodeOutgoingInquiry`.
 */
export async function rewriteInquiry(
  node: Node,
  work: Work,
  { transfer, message, vasp }: { readonly transfer: Transfer; readonly message: OutgoingMessage; readonly vasp: Vasp },
): Promise<Outcome<OutgoingMessage>> {
  const secrets = await loadPrivate(work.tx, node.sealer, transfer.id)
  const ivms101 = withVasps(secrets.ivms101, node.rules.own, vasp)
  const { assetId, amount } = transfer
  const written = encodeOutgoingInquiry({ assetId, amount, ivms101, callback: callbackOf(message) }, vasp)
  if (!written.ok) return written
  const rewritten: OutgoingMessage = { ...message, ...written.value }
  await updateMessage(work.tx, node.sealer, rewritten)
  return done(rewritten)
}

function callbackOf({ body }: OutgoingMessage): string {
  const json = parseJsonText(body)
  const callback = json.ok && isJsonObject(json.value) ? fieldOf(json.value, 'callback') : undefined
  if (typeof callback !== 'string') throw new Error('a stored inquiry has no callback')
  return callback
}

/** A job of the queue `deliver`: one attempt to bring a message to its counterparty. */
export interface AttemptJob {
  readonly messageId: string
  /** Finished attempts when the job was made; another number means that the job is out of date. */
  readonly attempts: number
  /** Those of them that count against the budget; another number means that a person asked for an attempt meanwhile. */
  readonly tries: number
}

/** Puts the next attempt to deliver `message` into the queue, at once unless told. */
export async function enqueueAttempt(
  { jobs }: Node,
  { tx }: Work,
  {
    message,
    attempts,
    startAfter,
  }: { readonly message: OutgoingMessage; readonly attempts: number; readonly startAfter?: Date },
): Promise<void> {
  const job: AttemptJob = { messageId: message.id, attempts, tries: message.tries }
  await jobs.enqueue(tx, 'deliver', job, startAfter === undefined ? {} : { startAfter })
}
