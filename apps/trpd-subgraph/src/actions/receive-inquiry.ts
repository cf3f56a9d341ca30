import { randomBytes, randomUUID } from 'node:crypto'
import type { AddressBookEntry } from '../domain/address-book-entry.ts'
import { isInteger } from '../domain/amount.ts'
import { decide } from '../domain/decide-transfer.ts'
import type { Ivms101 } from '../domain/ivms101/model.ts'
import { type Ivms101Reading, parseIvms101 } from '../domain/ivms101/parse.ts'
import { validateIvms101 } from '../domain/ivms101/validate.ts'
import { claimedVasp } from '../domain/own-identity.ts'
import { encodeToken, hashToken, TOKEN_BYTES } from '../domain/secret-token.ts'
import { openReceived, type Transfer } from '../domain/transfer.ts'
import { type Inquiry, parseInquiry } from '../domain/trp-message/inquiry.ts'
import { encodeInquiryAnswer } from '../domain/trp-message/inquiry-answer.ts'
import { OWN_TRP_VERSION, type TrpVersion } from '../domain/trp-version.ts'
import type { Vasp } from '../domain/vasp.ts'
import { readWireAmount } from '../domain/wire-amount.ts'
import { findEntryByToken } from '../store/address-book.ts'
import { insertCallbackToken } from '../store/callback-tokens.ts'
import { sealPrivate } from '../store/transfer-privates.ts'
import { insertTransfer } from '../store/transfers.ts'
import { counterpartyActor, systemActor } from './actors.ts'
import { autoApproval } from './auto-approval.ts'
import { findOrDiscoverVasp } from './find-vasp.ts'
import type { Node } from './node.ts'
import { publishTransfer, saveTransfer } from './save-transfer.ts'
import { type TrpReply, takeMessage } from './take-message.ts'
import { done, type Outcome, refuse, type Work } from './work.ts'

/** An inquiry as it came to one of our travel addresses; its headers are checked. */
export interface ReceivedInquiry {
  readonly token: string
  readonly requestIdentifier: string
  readonly version: TrpVersion
  readonly body: Uint8Array
}

/** The most deviations of one payload that are kept. */
const ISSUES_MAX = 200

/**
 * Takes an inquiry: 200 with a decision or our version, 404 for an unknown travel address, else as the body deserves.
 *
 * An entry that is not active any more only repeats what it has answered.
 */
export async function receiveInquiry(node: Node, received: ReceivedInquiry): Promise<TrpReply> {
  const entry = await findEntryByToken(node.database.db, node.sealer, hashToken(received.token))
  if (entry === undefined) return { status: 404, body: UNKNOWN }
  const reply = await receiveAt(node, entry, received)
  return entry.active || reply.status === 200 ? reply : { status: 404, body: UNKNOWN }
}

const UNKNOWN = 'This travel address is not known here.'

async function receiveAt(node: Node, entry: AddressBookEntry, received: ReceivedInquiry): Promise<TrpReply> {
  const inquiry = parseInquiry(received.body, node.rules.hosts)
  if (!inquiry.ok) return { status: inquiry.problem.status, body: inquiry.problem.message }
  if (inquiry.value.asset.id !== entry.assetId) {
    return { status: 422, body: 'This travel address is for another asset.' }
  }
  const reading = parseIvms101(inquiry.value.ivms101)
  const { payload } = reading
  if (payload === undefined) return { status: 422, body: reading.issues[0]?.message ?? 'IVMS101 cannot be read.' }
  const { requestIdentifier, body } = received
  const counterparty = `address:${entry.id}:${new URL(inquiry.value.callback).host}`
  const key = { counterparty, requestIdentifier, kind: 'INQUIRY' } as const
  return takeMessage(node, { key, body }, (work) =>
    take(node, work, { received, entry, inquiry: inquiry.value, reading, payload }),
  )
}

interface Taken {
  readonly received: ReceivedInquiry
  readonly entry: AddressBookEntry
  readonly inquiry: Inquiry
  readonly reading: Ivms101Reading
  readonly payload: Ivms101
}

async function take(node: Node, work: Work, taken: Taken): Promise<Outcome<TrpReply>> {
  const { received, entry, inquiry, payload } = taken
  if (!entry.active) return refuse('TRAVEL_ADDRESS_UNKNOWN', UNKNOWN)
  const at = node.now()
  const { host, origin } = new URL(inquiry.callback)
  const vasp = await findOrDiscoverVasp(work, { host, url: origin, ...claimedVasp(payload), at }, systemActor)
  const amountUnit = isInteger(inquiry.amount) ? vasp.wireProfile.amountUnit : 'WHOLE'
  const meaning = readWireAmount(inquiry.amount, {
    unit: vasp.wireProfile.amountUnit,
    decimals: inquiry.asset.decimals,
  })
  if (!meaning.ok && meaning.problem.code !== 'AMOUNT_UNIT_UNKNOWN')
    return refuse(meaning.problem.code, meaning.problem.message)
  const issues = [...taken.reading.issues, ...validateIvms101(payload, at)].slice(0, ISSUES_MAX)
  const transfer = openReceived({
    facts: {
      id: randomUUID(),
      direction: 'RECEIVED',
      requestIdentifier: received.requestIdentifier.toLowerCase(),
      assetId: inquiry.asset.id,
      amount: inquiry.amount,
      travelAddress: entry.travelAddress,
      vaspId: vasp.id,
      addressBookEntryId: entry.id,
      protocolVersion: received.version,
      ivms101Issues: issues,
      createdAt: at,
    },
    amountUnit,
    vaspTrusted: vasp.trust === 'TRUSTED',
  })
  const secrets = sealPrivate(node.sealer, transfer.id, { ivms101: payload, callback: inquiry.callback })
  await insertTransfer(work.tx, node.sealer, transfer, secrets)
  await publishTransfer(node, work, { transfer, event: 'transfer.received', actor: counterpartyActor(vasp) })
  return done({ status: 200, body: await answerOf(node, work, transfer, vasp) })
}

/** The decision at once when no person is needed, else our version: the decision comes to the callback. */
async function answerOf(node: Node, work: Work, transfer: Transfer, vasp: Vasp): Promise<string> {
  const approval = await autoApproval(node, work, transfer, vasp)
  const decision = approval && decide(transfer, approval)
  if (decision?.outcome !== 'accepted' || decision.transfer.state.status !== 'APPROVED') {
    return encodeInquiryAnswer({ type: 'version', version: OWN_TRP_VERSION })
  }
  // The answer itself carries the resolution: nothing has to be sent to the callback.
  const approved: Transfer = { ...decision.transfer, delivery: { state: 'DELIVERED', kind: 'RESOLUTION', attempts: 1 } }
  await saveTransfer(node, work, { transfer: approved, event: decision.event, actor: systemActor })
  const token = encodeToken(randomBytes(TOKEN_BYTES))
  const bound = { tokenSha256: hashToken(token), transferId: transfer.id, purpose: 'CONFIRMATION' } as const
  await insertCallbackToken(work.tx, bound, approved.updatedAt)
  const { address } = decision.transfer.state
  return encodeInquiryAnswer({ type: 'approved', address, callback: `${node.rules.own.url}/callbacks/${token}` })
}
