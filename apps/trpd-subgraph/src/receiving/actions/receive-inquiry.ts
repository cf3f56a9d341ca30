import { randomUUID } from 'node:crypto'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import { type AddressBookEntry, findEntryByToken } from '../../address-book/store/address-book.ts'
import type { Asset } from '../../assets/domain/asset.ts'
import { judgeTransfer, queueLookup } from '../../checks/actions/check-transfer.ts'
import { withCustomer } from '../../customers/actions/customer-reference.ts'
import {
  assetOf,
  counterpartyActor,
  type DecisionPorts,
  type Ports,
  systemActor,
  type WorkPorts,
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
import type { TransferChange } from '../../transfers/actions/change-transfer.ts'
import { inquiryDeviations, supplyDeviations } from '../../transfers/domain/received-deviations.ts'
import { openReceived } from '../../transfers/domain/transfer.ts'
import { messageBody } from '../../transfers/store/transfer-messages.ts'
import type { TransferSecrets } from '../../transfers/store/transfers.ts'
import { proveSender, type Sender } from '../../vasps/actions/check-sender.ts'
import { findOrDiscoverVasp } from '../../vasps/actions/vasp-record.ts'
import type { SenderProof } from '../../vasps/domain/sender-proof.ts'
import { claimedVasp, type Vasp } from '../../vasps/domain/vasp.ts'
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
export async function receiveInquiry(
  service: WorkPorts & DecisionPorts & Ports<'refusedInquiries'>,
  received: ReceivedInquiry,
): Promise<TrpResponse> {
  const entry = await findEntryByToken(service.database.db, service.sealer, hashToken(received.token))
  if (entry === undefined) return { status: 404, body: UNKNOWN }
  const response = await receiveAtEntry(service, entry, received)
  return entry.active || response.status === 200 ? response : { status: 404, body: UNKNOWN }
}

const UNKNOWN = 'This travel address is unknown.'
const ACCEPTED: TrpResponse = { status: 200, body: encodeAcknowledgement(OWN_TRP_VERSION) }

async function receiveAtEntry(
  service: WorkPorts & DecisionPorts & Ports<'refusedInquiries'>,
  entry: AddressBookEntry,
  received: ReceivedInquiry,
): Promise<TrpResponse> {
  const json = parseTrpBody(received.body)
  if (!json.ok) return refusalResponse(json.refusal)
  const inquiry = parseInquiry(json.value, { hosts: service.policy.hosts, assets: service.assets })
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
      at: work.now(),
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
  readonly at: Date
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

/** Stores the transfer of an inquiry, with our decision if rules make one. */
async function storeTransfer(
  service: DecisionPorts & Ports<'refusedInquiries'>,
  work: UnitOfWork,
  parsed: ParsedInquiry,
): Promise<Result<TrpResponse>> {
  const admitted = await admitSender(service, work, parsed)
  if (!admitted.ok) return admitted
  const opened = openTransfer(work, parsed, admitted.value)
  if (!opened.ok) return opened
  const { vasp } = admitted.value
  const { transfer } = opened.value
  const { entry, ruleSetId } = parsed
  const secrets = secretsOf(parsed)
  const checked = await judgeTransfer(service, work, { transfer, cause: 'INQUIRY', secrets, vasp, entry })
  const ruled = await decideByRules(service, work, { transfer, vasp, entry, ruleSetId, ...checked })
  const { command } = ruled ?? {}
  const decision = ruled && command && { command, actor: systemActor, rule: ruled.applied }
  const run = { transferId: transfer.id, cause: 'INQUIRY', ...checked } as const
  const received = { message: messageOf(parsed), checked: run }
  const added = await addReceived(service, work, { opened: opened.value, vasp, secrets, received, decision })
  if (!added.ok) return added
  if (decision === undefined) {
    await queueLookup(work, transfer, checked)
    if (ruled !== undefined) await applyRule(service, work, transfer, ruled)
  } else {
    await recordDecision(work, transfer, decision.rule)
  }
  return ok(ACCEPTED)
}

/** The VASP that an inquiry is from. */
interface AdmittedSender {
  readonly vasp: Vasp
  readonly sender: SenderProof
  /** The extensions of the inquiry that are ignored. */
  readonly ignored: readonly Deviation[]
}

/** Refused if the inquiry requires an extension, and as by `admitUnverified`. */
async function admitSender(
  service: Ports<'policy' | 'refusedInquiries'>,
  work: UnitOfWork,
  { received, at, entry, inquiry, payload }: ParsedInquiry,
): Promise<Result<AdmittedSender>> {
  const { host, origin } = new URL(inquiry.callback)
  const { certificate } = received.sender
  const sighting = { host, url: origin, ...claimedVasp(payload), at, certificate }
  const vasp = await findOrDiscoverVasp(work, sighting, systemActor)
  const ignored = ignoredExtensions({ header: received.extensions, body: inquiry.extensions }, vasp)
  if (!ignored.ok) return ignored
  const sender = proveSender(vasp, received.sender)
  const admitted = await admitUnverified(service, work, { vasp, sender, addressBookEntryId: entry.id })
  return admitted.ok ? ok({ vasp, sender, ignored: ignored.value }) : admitted
}

/** The first version of the transfer. Refused as by `readWireAmount`, unless only the unit is unknown. */
function openTransfer(
  work: UnitOfWork,
  { received, at, entry, inquiry: { amount }, asset, payload, issues, deviations }: ParsedInquiry,
  { vasp, sender, ignored }: AdmittedSender,
): Result<TransferChange> {
  const unit = vasp.wireProfile.amountUnit
  const baseUnits = readWireAmount(amount, { unit, decimals: asset.decimals })
  if (!baseUnits.ok && baseUnits.refusal.code !== 'AMOUNT_UNIT_UNKNOWN') return baseUnits
  const amountUnit = isInteger(amount) ? unit : 'WHOLE'
  const transfer = openReceived({
    facts: {
      id: randomUUID(),
      direction: 'RECEIVED',
      requestIdentifier: received.requestIdentifier.toLowerCase(),
      assetId: asset.id,
      amount,
      travelAddress: entry.travelAddress,
      vaspId: vasp.id,
      addressBookEntryId: entry.id,
      protocolVersion: received.version,
      ivms101Issues: listedIssues([...issues, ...validateIvms101(payload, at)]),
      deviations: [...deviations, ...supplyDeviations({ amount, amountUnit }, asset), ...ignored],
      ...withCustomer(work, entry.customerReference),
      sender,
      createdAt: at,
    },
    amountUnit,
    vaspTrusted: vasp.trust === 'TRUSTED',
  })
  return ok({ transfer, event: 'transfer.received', actor: counterpartyActor(vasp) })
}

function secretsOf({ inquiry, payload, entry: { customerReference } }: ParsedInquiry): TransferSecrets {
  const customer = customerReference === undefined ? {} : { customerReference }
  return { ivms101: payload, callback: inquiry.callback, ...customer }
}

function messageOf({ received: { requestIdentifier, body }, at }: ParsedInquiry) {
  const response = { status: ACCEPTED.status, body: messageBody(ACCEPTED.body) }
  return { direction: 'RECEIVED', kind: 'INQUIRY', requestIdentifier, at, body: messageBody(body), response } as const
}
