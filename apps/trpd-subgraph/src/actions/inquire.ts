import { createHash, randomUUID } from 'node:crypto'
import type { Actor } from '@travel-rule/database/outbox'
import { parseAmount, toBaseUnits } from '../domain/amount.ts'
import { type Asset, assetById } from '../domain/asset.ts'
import { type InquiryTarget, parseInquiryTarget } from '../domain/inquiry-target.ts'
import { type IvmsIssue, listedIssues } from '../domain/ivms101/issue.ts'
import type { Ivms101 } from '../domain/ivms101/model.ts'
import { parseIvms101 } from '../domain/ivms101/parse.ts'
import { validateIvms101 } from '../domain/ivms101/validate.ts'
import { canonicalJson } from '../domain/json.ts'
import { encodeOutgoingInquiry, spokenVersion } from '../domain/outbound-inquiry.ts'
import { isUuid } from '../domain/string-format.ts'
import { openSent, type Transfer } from '../domain/transfer.ts'
import { OWN_TRP_VERSION } from '../domain/trp-version.ts'
import { type Vasp, withVasps } from '../domain/vasp.ts'
import { findSentTransfer, insertTransfer, loadPrivate, sealPrivate } from '../store/transfers.ts'
import { publishTransfer } from './change-transfer.ts'
import { queueMessage } from './queue-message.ts'
import { type Node, secondsAfter } from './transfer-service.ts'
import { done, inTransaction, type Outcome, refuse, type Work } from './unit-of-work.ts'
import { findOrDiscoverVasp } from './vasp-record.ts'

/** What a client asks for. `originator` and `beneficiary` are IVMS101 as JSON. */
export interface InquireInput {
  readonly travelAddress: string
  readonly asset: string
  /** In whole units. */
  readonly amount: string
  readonly originator: unknown
  readonly beneficiary: unknown
  /** Chosen by the client, so that a repeated call never sends twice. */
  readonly requestIdentifier?: string | undefined
}

interface CheckedInput {
  readonly target: InquiryTarget
  readonly asset: Asset
  readonly amount: string
  readonly requestIdentifier: string
  readonly inputSha256: string
  readonly ivms101: Ivms101
}

/**
 * Starts a transfer: BLOCKED while the VASP is not trusted, else its inquiry is queued.
 *
 * The same request identifier with the same input returns the transfer that exists. Refused with `TRAVEL_ADDRESS_*` or `LNURL_*`,
 * `ASSET_*`, `AMOUNT_*`, `REQUEST_IDENTIFIER_INVALID`, `REQUEST_IDENTIFIER_REUSED`, `IVMS101_INVALID` (each issue in `extensions.issues`),
 * `VASP_AMOUNT_UNIT_UNKNOWN`, and when the wire profile cannot express it.
 */
export async function inquire(node: Node, input: InquireInput, actor: Actor): Promise<Outcome<Transfer>> {
  const checked = check(node, input)
  if (!checked.ok) return checked
  return inTransaction(node, async (work) => {
    const existing = await repeated(node, work, checked.value)
    return existing ?? start(node, work, checked.value, actor)
  })
}

function check(node: Node, input: InquireInput): Outcome<CheckedInput> {
  const target = parseInquiryTarget(input.travelAddress, node.rules.hosts)
  if (!target.ok) return target
  const asset = assetById(input.asset)
  if (asset === undefined) return refuse('ASSET_UNKNOWN', 'asset is not one that this node knows: see trpd { assets }.')
  const amount = parseAmount(input.amount)
  if (!amount.ok) return amount
  const divisible = toBaseUnits(amount.value, asset.decimals)
  if (!divisible.ok) return divisible
  if (input.requestIdentifier !== undefined && !isUuid(input.requestIdentifier)) {
    return refuse('REQUEST_IDENTIFIER_INVALID', 'requestIdentifier is a UUID.')
  }
  const ivms101 = readPayload(input)
  if (!ivms101.ok) return ivms101
  const { requestIdentifier, ...content } = input
  return done({
    target: target.value,
    asset,
    amount: amount.value,
    requestIdentifier: requestIdentifier?.toLowerCase() ?? randomUUID(),
    inputSha256: createHash('sha256').update(canonicalJson(content)).digest('hex'),
    ivms101: ivms101.value,
  })
}

function readPayload({ originator, beneficiary }: InquireInput): Outcome<Ivms101> {
  const { payload, issues } = parseIvms101({ originator, beneficiary })
  if (payload !== undefined && issues.length === 0) return done(payload)
  return refuseIvms(issues)
}

function refuseIvms(issues: readonly IvmsIssue[]): Outcome<never> {
  const [first] = issues
  const message = first === undefined ? 'it cannot be read.' : `${first.path} (${first.constraint}): ${first.message}`
  return refuse('IVMS101_INVALID', `The IVMS101 data cannot be sent: ${message}`, { issues: listedIssues(issues) })
}

async function repeated(node: Node, { tx }: Work, input: CheckedInput): Promise<Outcome<Transfer> | undefined> {
  const transfer = await findSentTransfer(tx, node.sealer, input.requestIdentifier)
  if (transfer === undefined) return undefined
  const { inputSha256 } = await loadPrivate(tx, node.sealer, transfer.id)
  return inputSha256 === input.inputSha256
    ? done(transfer)
    : refuse('REQUEST_IDENTIFIER_REUSED', 'requestIdentifier was used before with another input.')
}

async function start(node: Node, work: Work, input: CheckedInput, actor: Actor): Promise<Outcome<Transfer>> {
  const at = node.now()
  const { host } = input.target
  const vasp = await findOrDiscoverVasp(work, { host, url: `https://${host}`, at }, actor)
  const allowed = checkAgainstVasp(node, input, vasp, at)
  if (!allowed.ok) return allowed
  const version = spokenVersion(vasp)
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
      createdAt: at,
    },
    amountUnit: vasp.wireProfile.amountUnit,
    vaspTrusted: vasp.trust === 'TRUSTED',
    expiresAt: secondsAfter(at, node.rules.inquiryTtlSeconds),
  })
  const { inputSha256 } = input
  const ivms101 = withVasps(input.ivms101, node.rules.own, vasp)
  const secrets = sealPrivate(node.sealer, transfer.id, { ivms101, inputSha256 })
  if (!(await insertTransfer(work.tx, node.sealer, transfer, secrets))) {
    return (await repeated(node, work, input)) ?? refuse('REQUEST_IDENTIFIER_REUSED', 'requestIdentifier is taken.')
  }
  await publishTransfer(node, work, { transfer, event: 'transfer.inquired', actor })
  if (transfer.state.status === 'BLOCKED') return done(transfer)
  const queued = await queueMessage(node, work, { transfer, vasp, kind: 'INQUIRY' })
  return queued.ok ? done(transfer) : queued
}

/** Everything that can be said about an inquiry once its VASP is known. */
function checkAgainstVasp(node: Node, input: CheckedInput, vasp: Vasp, at: Date): Outcome<true> {
  const ivms101 = withVasps(input.ivms101, node.rules.own, vasp)
  const issues = validateIvms101(ivms101, at)
  if (issues.length > 0) return refuseIvms(issues)
  if (vasp.trust !== 'TRUSTED') return done(true)
  if (vasp.wireProfile.amountUnit === undefined) {
    return refuse(
      'VASP_AMOUNT_UNIT_UNKNOWN',
      `It is not known in which unit ${vasp.name} reads amounts: call setWireProfile or registerOrUpdateVasp with amountUnit WHOLE or BASE.`,
      { vaspId: vasp.id },
    )
  }
  const { asset, amount } = input
  const body = encodeOutgoingInquiry({ assetId: asset.id, amount, ivms101, callback: node.rules.own.url }, vasp)
  return body.ok ? done(true) : body
}
