import { randomBytes, randomUUID } from 'node:crypto'
import type { DeliveryKind } from '../domain/delivery.ts'
import { parseInquiryTarget } from '../domain/inquiry-target.ts'
import { encodeOutgoingInquiry, type WrittenInquiry } from '../domain/outgoing-inquiry.ts'
import { withVasps } from '../domain/own-identity.ts'
import { type Parsed, parsed } from '../domain/parsed.ts'
import { encodeToken, hashToken, TOKEN_BYTES } from '../domain/secret-token.ts'
import type { Transfer } from '../domain/transfer.ts'
import { encodeConfirmation } from '../domain/trp-message/confirmation.ts'
import { encodeResolution, type NewResolution } from '../domain/trp-message/resolution.ts'
import { versionToSpeak } from '../domain/trp-version.ts'
import type { Vasp } from '../domain/vasp.ts'
import { type CallbackPurpose, insertCallbackToken } from '../store/callback-tokens.ts'
import { insertMessage, type OutgoingMessage } from '../store/deliveries.ts'
import { loadPrivate, type TransferPrivate } from '../store/transfer-privates.ts'
import { enqueueAttempt } from './enqueue-attempt.ts'
import type { Node } from './node.ts'
import type { Work } from './work.ts'

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
