import { randomBytes, randomUUID } from 'node:crypto'
import { assetOfSymbol, inventIvms101, inventTxid } from './invented-vasp.ts'
import { canonicalJson, exactNumber, isRecord } from './json.ts'
import { type Decision, isPositiveDecimal, type TrpAsset } from './message-bodies.ts'
import { newDelivery, type SentInquiry, type State, storeInquiry } from './state.ts'
import { decodeTravelAddress } from './travel-address.ts'

const CONFIRM_AFTER_MS = 1_000
const CONFIRM_AFTER_MAX_MS = 86_400_000

type SendResult =
  | { readonly ok: true; readonly inquiry: SentInquiry }
  | { readonly ok: false; readonly status: 409 | 422; readonly problem: string }

/**
 * Schedules an inquiry of our invented customer to the travel address in `request`.
 *
 * `request`: `{ travelAddress, amount, asset, originator?, beneficiary?, beneficiaryVasp?,
 * confirmAfterMs?, idempotencyKey? }`. `amount` is a decimal string; `asset` is `BTC`, a DTI, a
 * SLIP-0044 symbol or the TRP object; `originator` and `beneficiary` are full names;
 * `confirmAfterMs` is the delay before the confirmation (default 1 s, `null`: until requested). A
 * repeated `idempotencyKey` returns the earlier inquiry, or 409 when the request differs.
 */
export function sendInquiry(state: State, request: unknown, publicUrl: URL, at: Date): SendResult {
  if (!isRecord(request)) return refuse('an object is required')
  const canonicalRequest = canonicalJson(request)
  const { idempotencyKey } = request
  const earlier = findByKey(state, idempotencyKey)
  if (earlier !== undefined) {
    if (earlier.request === canonicalRequest) return { ok: true, inquiry: earlier }
    return { ok: false, status: 409, problem: 'idempotencyKey: already used with another request' }
  }
  const read = readRequest(request)
  if (typeof read === 'string') return refuse(read)
  const token = randomBytes(32).toString('hex')
  const callback = `${publicUrl.href.replace(/\/$/, '')}/resolution/${token}`
  const text = JSON.stringify({
    asset: read.asset,
    amount: exactNumber(read.amount),
    callback,
    IVMS101: read.ivms101,
  })
  const delivery = newDelivery({ kind: 'inquiry', url: read.url.href, text }, at.getTime())
  const inquiry: SentInquiry = {
    id: randomUUID(),
    direction: 'SENT',
    requestIdentifier: delivery.requestIdentifier,
    travelAddress: read.travelAddress,
    asset: read.asset,
    amount: read.amount,
    ivms101: read.ivms101,
    ...(typeof idempotencyKey === 'string' ? { idempotencyKey } : {}),
    request: canonicalRequest,
    confirmAfterMs: read.confirmAfterMs,
    token,
    at: at.toISOString(),
    deliveries: [delivery],
    status: 'SENDING',
  }
  storeInquiry(state, inquiry)
  return { ok: true, inquiry }
}

/**
 * Applies the other VASP's decision, received in its response or at our callback, to a sent inquiry.
 *
 * An approval schedules the confirmation, or the cancellation if we have already canceled. Returns false when it
 * contradicts an earlier decision. Repeating a decision changes nothing.
 */
export function applyDecision(inquiry: SentInquiry, decision: Decision, at: Date): boolean {
  if (inquiry.approved !== undefined || inquiry.rejected !== undefined) return isSame(inquiry, decision)
  if (decision.type === 'rejected') {
    inquiry.rejected = decision.reason
    if (inquiry.status !== 'CANCELED') inquiry.status = 'REJECTED'
    return true
  }
  inquiry.approved = { address: decision.address, callback: decision.callback }
  if (inquiry.status === 'CANCELED') {
    endInquiry(inquiry, { type: 'canceled', reason: inquiry.canceled ?? '' }, at.getTime())
    return true
  }
  inquiry.status = 'APPROVED'
  if (inquiry.confirmAfterMs !== null) endInquiry(inquiry, { type: 'txid' }, at.getTime() + inquiry.confirmAfterMs)
  return true
}

export type RequestedEnding =
  | { readonly type: 'txid'; readonly txid?: string }
  | { readonly type: 'canceled'; readonly reason: string }

/**
 * Schedules the confirmation or cancellation of an approved inquiry for `dueAt` (Unix milliseconds). A missing
 * transaction hash is invented.
 *
 * Replaces an earlier one that was not attempted yet. Returns the problem, or `undefined` on success.
 */
export function endInquiry(inquiry: SentInquiry, ending: RequestedEnding, dueAt: number): string | undefined {
  if (inquiry.approved === undefined) return cancelUnresolved(inquiry, ending)
  const scheduled = inquiry.deliveries.find(({ kind }) => kind === 'confirmation')
  if (scheduled !== undefined && scheduled.attempts > 0) {
    const isSame =
      ending.type === 'txid' ? (ending.txid ?? inquiry.txid) === inquiry.txid : inquiry.canceled !== undefined
    return isSame && (ending.type === 'txid') === (inquiry.txid !== undefined)
      ? undefined
      : 'another confirmation was already sent'
  }
  if (scheduled !== undefined) inquiry.deliveries.splice(inquiry.deliveries.indexOf(scheduled), 1)
  if (ending.type === 'txid') {
    inquiry.txid = ending.txid ?? inquiry.txid ?? inventTxid(inquiry.asset)
    delete inquiry.canceled
  } else {
    delete inquiry.txid
    inquiry.canceled = ending.reason
  }
  const body = ending.type === 'txid' ? { txid: inquiry.txid } : { canceled: ending.reason }
  inquiry.deliveries.push(
    newDelivery({ kind: 'confirmation', url: inquiry.approved.callback, text: JSON.stringify(body) }, dueAt),
  )
  return undefined
}

interface ReadRequest {
  readonly travelAddress: string
  readonly url: URL
  readonly asset: TrpAsset
  readonly amount: string
  readonly ivms101: unknown
  readonly confirmAfterMs: number | null
}

function readRequest(request: Readonly<Record<string, unknown>>): ReadRequest | string {
  const { travelAddress, amount, confirmAfterMs = CONFIRM_AFTER_MS, idempotencyKey = '' } = request
  const { originator = 'Erika Sommerfeld', beneficiary = 'Max Sommerfeld' } = request
  if (typeof idempotencyKey !== 'string' || idempotencyKey.length > 200)
    return 'idempotencyKey: not a string of at most 200 characters'
  if (typeof travelAddress !== 'string') return 'travelAddress: missing'
  const decoded = decodeTravelAddress(travelAddress)
  if (!decoded.ok) return `travelAddress: refused because of its ${decoded.reason}`
  if (typeof amount !== 'string' || !isPositiveDecimal(amount) || /^0\d/.test(amount)) {
    return 'amount: a positive decimal as a string is required, e.g. "0.25"'
  }
  const asset = typeof request.asset === 'string' ? assetOfSymbol(request.asset) : request.asset
  if (!isRecord(asset)) return 'asset: missing, e.g. "BTC" or {"dti":"4H95J0R2X"}'
  if (!isName(originator)) return 'originator: not a name of at most 100 characters'
  if (!isName(beneficiary)) return 'beneficiary: not a name of at most 100 characters'
  const beneficiaryVasp = request.beneficiaryVasp ?? decoded.url.hostname
  if (!isName(beneficiaryVasp)) return 'beneficiaryVasp: not a name of at most 100 characters'
  if (confirmAfterMs !== null && !isDelay(confirmAfterMs))
    return 'confirmAfterMs: neither null nor milliseconds up to a day'
  const ivms101 = inventIvms101({
    originator,
    beneficiary,
    originatorAccount: 'demo-account-1',
    beneficiaryAccount: travelAddress.slice(0, 100),
    beneficiaryVasp,
  })
  return { travelAddress, url: decoded.url, asset: asset as TrpAsset, amount, ivms101, confirmAfterMs }
}

function findByKey(state: State, key: unknown): SentInquiry | undefined {
  if (typeof key !== 'string') return undefined
  for (const inquiry of state.inquiries.values()) {
    if (inquiry.direction === 'SENT' && inquiry.idempotencyKey === key) return inquiry
  }
  return undefined
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && [...value].length <= 100
}

function isDelay(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= CONFIRM_AFTER_MAX_MS
}

function refuse(problem: string): SendResult {
  return { ok: false, status: 422, problem }
}

function isSame({ approved, rejected }: SentInquiry, decision: Decision): boolean {
  if (decision.type === 'rejected') return rejected === decision.reason
  return approved?.address === decision.address && approved.callback === decision.callback
}

function cancelUnresolved(inquiry: SentInquiry, ending: RequestedEnding): string | undefined {
  const isOpen = inquiry.status === 'SENDING' || inquiry.status === 'PENDING' || inquiry.status === 'CANCELED'
  if (ending.type !== 'canceled' || !isOpen) return `the inquiry is ${inquiry.status}`
  inquiry.status = 'CANCELED'
  inquiry.canceled = ending.reason
  for (const delivery of inquiry.deliveries) {
    if (delivery.attempts === 0) Object.assign(delivery, { state: 'GIVEN_UP', problem: 'canceled before it was sent' })
  }
  return undefined
}
