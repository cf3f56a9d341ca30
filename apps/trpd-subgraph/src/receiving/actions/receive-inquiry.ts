import { randomUUID } from 'node:crypto'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import { type AddressBookEntry, findEntryByToken } from '../../address-book/store/address-book.ts'
import type { Asset } from '../../assets/domain/asset.ts'
import { judgeTransfer, queueLookup } from '../../checks/actions/check-transfer.ts'
import { withCustomer } from '../../customers/actions/customer-reference.ts'
import {
  assetOf,
  counterpartyActor,
  systemActor,
  type TransferService,
} from '../../foundation/actions/transfer-service.ts'
import type { UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { isInteger } from '../../foundation/domain/amount.ts'
import { hashToken } from '../../foundation/domain/secret-token.ts'
import { OWN_TRP_VERSION, type TrpVersion } from '../../foundation/domain/trp-version.ts'
import { type IvmsIssue, listedIssues } from '../../ivms101/domain/issue.ts'
import type { Ivms101 } from '../../ivms101/domain/model.ts'
import { parseIvms101 } from '../../ivms101/domain/parse.ts'
import { validateIvms101 } from '../../ivms101/domain/validate.ts'
import type { Deviation } from '../../messages/domain/deviation.ts'
import { encodeAcknowledgement, type Inquiry, parseInquiry } from '../../messages/domain/inquiry.ts'
import { parseTrpBody } from '../../messages/domain/trp-body.ts'
import { readWireAmount } from '../../messages/domain/wire-profile.ts'
import { applyRule, recordDecision } from '../../rules/actions/apply-rule.ts'
import { decideByRules } from '../../rules/actions/decide-by-rules.ts'
import { inquiryDeviations, supplyDeviations } from '../../transfers/domain/received-deviations.ts'
import { openReceived } from '../../transfers/domain/transfer.ts'
import { messageBody } from '../../transfers/store/transfer-messages.ts'
import { proveSender, type Sender } from '../../vasps/actions/check-sender.ts'
import { findOrDiscoverVasp } from '../../vasps/actions/vasp-record.ts'
import { claimedVasp } from '../../vasps/domain/vasp.ts'
import { ignoredExtensions } from '../domain/received-extensions.ts'
import { addReceived } from './add-received.ts'
import { admitUnverified } from './admit-unverified.ts'
import { receiveOnce, refusalResponse, type TrpResponse } from './receive-once.ts'

/** An inquiry sent to one of our travel addresses, with checked headers. */
export interface ReceivedInquiry {
  readonly token: string
  readonly requestIdentifier: string
  readonly version: TrpVersion
  /** The extensions named in its header. */
  readonly extensions: readonly string[]
  readonly body: Uint8Array
  readonly sender: Sender
}

/**
 * Receives an inquiry. Responds with 200 and our version, with 404 for an unknown travel address, with 429
 * when too many inquiries of unverified senders are waiting, or with the status of a refused body.
 *
 * Even an automatic decision is sent to the callback, never in the response: the sender claims to be the VASP
 * at the host of its callback, and only that VASP receives what is sent there. An inactive entry only repeats
 * earlier responses.
 */
export async function receiveInquiry(service: TransferService, received: ReceivedInquiry): Promise<TrpResponse> {
  const entry = await findEntryByToken(service.database.db, service.sealer, hashToken(received.token))
  if (entry === undefined) return { status: 404, body: UNKNOWN }
  const response = await receiveAtEntry(service, entry, received)
  return entry.active || response.status === 200 ? response : { status: 404, body: UNKNOWN }
}

const UNKNOWN = 'This travel address is unknown.'
const ACCEPTED: TrpResponse = { status: 200, body: encodeAcknowledgement(OWN_TRP_VERSION) }

async function receiveAtEntry(
  service: TransferService,
  entry: AddressBookEntry,
  received: ReceivedInquiry,
): Promise<TrpResponse> {
  const json = parseTrpBody(received.body)
  if (!json.ok) return refusalResponse(json.refusal)
  const inquiry = parseInquiry(json.value, { hosts: service.rules.hosts, assets: service.assets })
  if (!inquiry.ok) return refusalResponse(inquiry.refusal)
  const asset = inquiry.value.asset ?? assetOf(service, entry)
  if (asset.id !== entry.assetId) return { status: 422, body: 'This travel address is for another asset.' }
  const parsed = parseIvms101(inquiry.value.ivms101)
  const { payload, issues } = parsed
  if (payload === undefined) return { status: 422, body: issues[0]?.message ?? 'The IVMS101 payload is not valid.' }
  const { requestIdentifier } = received
  const counterparty = `address:${entry.id}:${new URL(inquiry.value.callback).host}`
  const key = { counterparty, requestIdentifier, kind: 'INQUIRY' } as const
  const message = { key, json: json.value, entryId: entry.id, expected: ACCEPTED }
  return receiveOnce(service, message, async (work, { isEntryActive, ruleSetId }) => {
    if (!isEntryActive) return refuse('TRAVEL_ADDRESS_UNKNOWN', UNKNOWN)
    return storeTransfer(service, work, {
      received,
      entry,
      inquiry: inquiry.value,
      asset,
      payload,
      issues,
      deviations: inquiryDeviations(inquiry.value, parsed),
      ruleSetId,
    })
  })
}

interface ParsedInquiry {
  readonly received: ReceivedInquiry
  readonly entry: AddressBookEntry
  readonly inquiry: Inquiry
  /** The asset of the inquiry; defaults to that of the travel address. */
  readonly asset: Asset
  readonly payload: Ivms101
  /** Issues found while parsing the payload. */
  readonly issues: readonly IvmsIssue[]
  readonly deviations: readonly Deviation[]
  readonly ruleSetId: string | null
}

async function storeTransfer(
  service: TransferService,
  work: UnitOfWork,
  parsed: ParsedInquiry,
): Promise<Result<TrpResponse>> {
  const { received, entry, inquiry, asset, payload, ruleSetId } = parsed
  const at = service.now()
  const { host, origin } = new URL(inquiry.callback)
  const { certificate } = received.sender
  const sighting = { host, url: origin, ...claimedVasp(payload), at, certificate }
  const vasp = await findOrDiscoverVasp(work, sighting, systemActor)
  const ignored = ignoredExtensions({ header: received.extensions, body: inquiry.extensions }, vasp)
  if (!ignored.ok) return ignored
  const sender = proveSender(vasp, received.sender)
  const admitted = await admitUnverified(service, work, { vasp, sender, addressBookEntryId: entry.id })
  if (!admitted.ok) return admitted
  const amountUnit = isInteger(inquiry.amount) ? vasp.wireProfile.amountUnit : 'WHOLE'
  const baseUnits = readWireAmount(inquiry.amount, {
    unit: vasp.wireProfile.amountUnit,
    decimals: asset.decimals,
  })
  if (!baseUnits.ok && baseUnits.refusal.code !== 'AMOUNT_UNIT_UNKNOWN') return baseUnits
  const issues = listedIssues([...parsed.issues, ...validateIvms101(payload, at)])
  const transfer = openReceived({
    facts: {
      id: randomUUID(),
      direction: 'RECEIVED',
      requestIdentifier: received.requestIdentifier.toLowerCase(),
      assetId: asset.id,
      amount: inquiry.amount,
      travelAddress: entry.travelAddress,
      vaspId: vasp.id,
      addressBookEntryId: entry.id,
      protocolVersion: received.version,
      ivms101Issues: issues,
      deviations: [
        ...parsed.deviations,
        ...supplyDeviations({ amount: inquiry.amount, amountUnit }, asset),
        ...ignored.value,
      ],
      ...withCustomer(service, entry.customerReference),
      sender,
      createdAt: at,
    },
    amountUnit,
    vaspTrusted: vasp.trust === 'TRUSTED',
  })
  const { customerReference } = entry
  const secrets = {
    ivms101: payload,
    callback: inquiry.callback,
    ...(customerReference === undefined ? {} : { customerReference }),
  }
  const opened = { transfer, event: 'transfer.received', actor: counterpartyActor(vasp) } as const
  const request = { transfer, cause: 'INQUIRY', secrets, vasp, entry } as const
  const checked = await judgeTransfer(service, work, request)
  const ruled = await decideByRules(service, work, { transfer, vasp, entry, ruleSetId, ...checked })
  const { command } = ruled ?? {}
  const decision = ruled && command && { command, actor: systemActor, rule: ruled.applied }
  const run = { transferId: transfer.id, cause: 'INQUIRY', ...checked } as const
  const message = {
    direction: 'RECEIVED',
    kind: 'INQUIRY',
    requestIdentifier: received.requestIdentifier,
    at,
    body: messageBody(received.body),
    response: { status: ACCEPTED.status, body: messageBody(ACCEPTED.body) },
  } as const
  const content = { message, checked: run }
  const added = await addReceived(service, work, { opened, vasp, secrets, received: content, decision })
  if (!added.ok) return added
  if (decision === undefined) {
    await queueLookup(service, work, transfer, checked)
    if (ruled !== undefined) await applyRule(service, work, transfer, ruled)
  } else {
    await recordDecision(service, work, transfer, decision.rule)
  }
  return ok(ACCEPTED)
}
