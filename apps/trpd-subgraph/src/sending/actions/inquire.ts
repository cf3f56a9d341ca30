import { createHash, randomUUID } from 'node:crypto'
import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import { type InquiryTarget, parseInquiryTarget } from '../../address-book/domain/inquiry-target.ts'
import { shareCustomer, withCustomer } from '../../customers/actions/customer-reference.ts'
import { encodeOutboundInquiry, versionFor } from '../../delivery/domain/outbound-inquiry.ts'
import {
  type ChangePorts,
  type DecisionPorts,
  secondsAfter,
  type WorkPorts,
} from '../../foundation/actions/transfer-service.ts'
import { inTransaction, type UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { canonicalJson } from '../../foundation/domain/json.ts'
import { OWN_TRP_VERSION } from '../../foundation/domain/trp-version.ts'
import type { Ivms101 } from '../../ivms101/domain/model.ts'
import { validateIvms101 } from '../../ivms101/domain/validate.ts'
import { queueMessage } from '../../messages/actions/queue-message.ts'
import { checkAndDecide } from '../../rules/actions/check-and-decide.ts'
import { publishTransfer } from '../../transfers/actions/change-transfer.ts'
import { openSent, type Transfer } from '../../transfers/domain/transfer.ts'
import { insertTransfer } from '../../transfers/store/insert-transfer.ts'
import { findSentTransfer, loadSecrets } from '../../transfers/store/transfers.ts'
import { findOrDiscoverVasp } from '../../vasps/actions/vasp-record.ts'
import { type Vasp, withVasps } from '../../vasps/domain/vasp.ts'
import { checkTerms, parsePersons, refuseIvms101, type TransferInput, type TransferTerms } from './check-terms.ts'

/** Input of `inquire`. `originator` and `beneficiary` are IVMS101 as JSON. */
export interface InquireInput extends TransferInput {
  readonly travelAddress: string
  readonly originator: unknown
  readonly beneficiary: unknown
}

/** An inquiry whose input is well-formed. */
export interface CheckedInquiry extends TransferTerms {
  readonly target: InquiryTarget
  readonly inputSha256: string
  readonly ivms101: Ivms101
}

/**
 * Starts a transfer: BLOCKED while the VASP is not trusted, otherwise its inquiry is queued.
 *
 * The same request identifier with the same input returns the existing transfer. Refused with
 * `TRAVEL_ADDRESS_*` or `LNURL_*`, `ASSET_*`, `AMOUNT_*`, `REQUEST_IDENTIFIER_INVALID`,
 * `REQUEST_IDENTIFIER_REUSED`, `CUSTOMER_REFERENCE_INVALID`, `IVMS101_INVALID` (every issue in `extensions.issues`),
 * `VASP_AMOUNT_UNIT_UNKNOWN`, and when the wire profile cannot express the inquiry.
 */
export async function inquire(
  service: WorkPorts & DecisionPorts,
  input: InquireInput,
  actor: Actor,
): Promise<Result<Transfer>> {
  const checked = checkInquiry(service, input)
  if (!checked.ok) return checked
  return inTransaction(service, (work) => startInquiry(service, work, checked.value, actor))
}

/** `inquire` as part of a transaction. */
export async function startInquiry(
  service: DecisionPorts,
  work: UnitOfWork,
  checked: CheckedInquiry,
  actor: Actor,
): Promise<Result<Transfer>> {
  return (await findRepeated(work, checked)) ?? startTransfer(service, work, checked, actor)
}

/** Checks the input of an inquiry. Refused as by `inquire`, except for refusals that depend on the VASP. */
export function checkInquiry(service: ChangePorts, input: InquireInput): Result<CheckedInquiry> {
  const target = parseInquiryTarget(input.travelAddress, service.policy.hosts)
  if (!target.ok) return target
  const terms = checkTerms(service, input)
  if (!terms.ok) return terms
  const ivms101 = parsePersons(input)
  if (!ivms101.ok) return ivms101
  const { requestIdentifier: _, ...content } = input
  const inputSha256 = createHash('sha256').update(canonicalJson(content)).digest('hex')
  return ok({ ...terms.value, target: target.value, inputSha256, ivms101: ivms101.value })
}

/** The transfer that an earlier call with this identifier created. Refused if its input differs. */
async function findRepeated({ tx, sealer }: UnitOfWork, input: CheckedInquiry): Promise<Result<Transfer> | undefined> {
  const transfer = await findSentTransfer(tx, sealer, input.requestIdentifier)
  if (transfer === undefined) return undefined
  if (transfer.erasedAt !== undefined) {
    return refuse('REQUEST_IDENTIFIER_REUSED', 'requestIdentifier is that of a transaction that was erased.')
  }
  const { inputSha256 } = await loadSecrets(tx, sealer, transfer.id)
  return inputSha256 === input.inputSha256
    ? ok(transfer)
    : refuse('REQUEST_IDENTIFIER_REUSED', 'requestIdentifier was already used with different input.')
}

async function startTransfer(
  service: DecisionPorts,
  work: UnitOfWork,
  input: CheckedInquiry,
  actor: Actor,
): Promise<Result<Transfer>> {
  await shareCustomer(work, input.customerReference)
  const at = work.now()
  const { host } = input.target
  const vasp = await findOrDiscoverVasp(work, { host, url: `https://${host}`, at }, actor)
  const allowed = checkAgainstVasp(service, input, vasp, at)
  if (!allowed.ok) return allowed
  const version = versionFor(vasp)
  const transfer = openSent({
    facts: {
      id: randomUUID(),
      direction: 'SENT',
      requestIdentifier: input.requestIdentifier,
      assetId: input.asset.id,
      amount: input.amount,
      travelAddress: input.target.text,
      vaspId: vasp.id,
      protocolVersion: version.ok ? version.value : OWN_TRP_VERSION,
      ivms101Issues: [],
      deviations: [],
      ...withCustomer(work, input.customerReference),
      createdAt: at,
    },
    amountUnit: vasp.wireProfile.amountUnit,
    vaspTrusted: vasp.trust === 'TRUSTED',
    expiresAt: secondsAfter(at, service.policy.deadlineSeconds.inquiry),
  })
  const { inputSha256, customerReference } = input
  const ivms101 = withVasps(input.ivms101, service.policy.own, vasp)
  const secrets = { ivms101, inputSha256, ...(customerReference === undefined ? {} : { customerReference }) }
  const change = { transfer, event: 'transfer.inquired', actor } as const
  if (!(await insertTransfer(work.tx, work.sealer, [change], secrets))) {
    const repeated = await findRepeated(work, input)
    return repeated ?? refuse('REQUEST_IDENTIFIER_REUSED', 'requestIdentifier is already in use.')
  }
  await publishTransfer(service, work, change)
  const checked = await checkAndDecide(service, work, { transfer, cause: 'INQUIRY', secrets, vasp })
  if (!checked.ok) return checked
  if (transfer.state.status === 'BLOCKED') return ok(transfer)
  const queued = await queueMessage(service, work, { transfer, vasp, kind: 'INQUIRY', secrets })
  return queued.ok ? ok(transfer) : queued
}

/** The checks that depend on the counterparty. */
function checkAgainstVasp(service: ChangePorts, input: CheckedInquiry, vasp: Vasp, at: Date): Result<true> {
  const ivms101 = withVasps(input.ivms101, service.policy.own, vasp)
  const issues = validateIvms101(ivms101, at)
  if (issues.length > 0) return refuseIvms101(issues)
  if (vasp.trust !== 'TRUSTED') return ok(true)
  if (vasp.wireProfile.amountUnit === undefined) {
    return refuse(
      'VASP_AMOUNT_UNIT_UNKNOWN',
      `The amount unit of ${vasp.name} is unknown: call setWireProfile or registerOrUpdateVasp with amountUnit WHOLE or BASE.`,
      { vaspId: vasp.id },
    )
  }
  const { asset, amount } = input
  const probe = { assetId: asset.id, amount, ivms101, callback: service.policy.own.url }
  const body = encodeOutboundInquiry(probe, vasp, service.assets)
  return body.ok ? ok(true) : body
}
