import { randomUUID } from 'node:crypto'
import { isInteger } from '../domain/amount.ts'
import { listedIssues } from '../domain/ivms101/issue.ts'
import type { Ivms101 } from '../domain/ivms101/model.ts'
import { type Ivms101Reading, parseIvms101 } from '../domain/ivms101/parse.ts'
import { validateIvms101 } from '../domain/ivms101/validate.ts'
import { hashToken } from '../domain/secret-token.ts'
import { openReceived } from '../domain/transfer.ts'
import { encodeTaken, type Inquiry, parseInquiry } from '../domain/trp-message/inquiry.ts'
import { OWN_TRP_VERSION, type TrpVersion } from '../domain/trp-version.ts'
import { claimedVasp } from '../domain/vasp.ts'
import { readWireAmount } from '../domain/wire-profile.ts'
import { type AddressBookEntry, findEntryByToken } from '../store/address-book.ts'
import { insertTransfer, sealPrivate } from '../store/transfers.ts'
import { changeTransfer, publishTransfer } from './change-transfer.ts'
import { type TrpReply, takeMessage } from './receive-once.ts'
import { autoApproval } from './release-transfers.ts'
import { counterpartyActor, type Node, systemActor } from './transfer-service.ts'
import { done, type Outcome, refuse, type Work } from './unit-of-work.ts'
import { findOrDiscoverVasp } from './vasp-record.ts'

/** An inquiry as it came to one of our travel addresses; its headers are checked. */
export interface ReceivedInquiry {
  readonly token: string
  readonly requestIdentifier: string
  readonly version: TrpVersion
  readonly body: Uint8Array
}

/**
 * Takes an inquiry: 200 with our version, 404 for an unknown travel address, else as the body deserves.
 *
 * The decision always comes to the callback, also where no person is needed for it: whoever sent the inquiry named a VASP by the host of its
 * callback, and only what is sent there proves that it is that VASP. An entry that is not active any more only repeats what it has answered.
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
  const issues = listedIssues([...taken.reading.issues, ...validateIvms101(payload, at)])
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
  const approval = await autoApproval(node, work, transfer, vasp)
  if (approval !== undefined) {
    const approved = await changeTransfer(node, work, { transfer, command: approval, actor: systemActor })
    if (!approved.ok) return approved
  }
  return done({ status: 200, body: encodeTaken(OWN_TRP_VERSION) })
}
