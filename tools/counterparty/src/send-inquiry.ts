import { randomBytes, randomUUID } from 'node:crypto'
import { canonicalJson, exactNumber, isRecord } from './exact-json.ts'
import { isPositiveDecimal, type TrpAsset } from './inquiry-body.ts'
import { sampleIvms101 } from './ivms101-sample.ts'
import { assetOfSymbol } from './made-up.ts'
import { keepInquiry, newDelivery, type SentInquiry, type State } from './state.ts'
import { decodeTravelAddress } from './travel-address.ts'

const CONFIRM_AFTER_MS = 1_000
const CONFIRM_AFTER_MAX_MS = 86_400_000

export type Sent =
  | { readonly ok: true; readonly inquiry: SentInquiry }
  | { readonly ok: false; readonly status: 409 | 422; readonly problem: string }

/**
 * Puts an inquiry of our invented customer to the travel address in `request` on its way.
 *
 * `request`: `{ travelAddress, amount, asset, originator?, beneficiary?, beneficiaryVasp?, confirmAfterMs?, idempotencyKey? }`.
 * `amount` is a decimal string, `asset` `BTC`, a DTI, a SLIP-0044 symbol or the TRP object itself, `originator` and
 * `beneficiary` full names, `confirmAfterMs` the wait before the confirmation (default 1 s, `null` = until asked for).
 * A repeated `idempotencyKey` gives the inquiry that it made before, 409 with another request.
 */
export function sendInquiry(state: State, request: unknown, publicUrl: URL, at: Date): Sent {
  if (!isRecord(request)) return refuse('an object is required')
  const fingerprint = canonicalJson(request)
  const { idempotencyKey } = request
  const earlier = findByKey(state, idempotencyKey)
  if (earlier !== undefined) {
    if (earlier.request === fingerprint) return { ok: true, inquiry: earlier }
    return { ok: false, status: 409, problem: 'idempotencyKey: it was used with another request' }
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
    request: fingerprint,
    confirmAfterMs: read.confirmAfterMs,
    token,
    at: at.toISOString(),
    deliveries: [delivery],
    status: 'SENDING',
  }
  keepInquiry(state, inquiry)
  return { ok: true, inquiry }
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
  const { originator = 'Erika Mustermann', beneficiary = 'Max Mustermann' } = request
  if (typeof idempotencyKey !== 'string' || idempotencyKey.length > 200) return 'idempotencyKey: not a text'
  if (typeof travelAddress !== 'string') return 'travelAddress: missing'
  const decoded = decodeTravelAddress(travelAddress)
  if (!decoded.ok) return `travelAddress: refused because of its ${decoded.why}`
  if (typeof amount !== 'string' || !isPositiveDecimal(amount) || /^0\d/.test(amount)) {
    return 'amount: a positive decimal as a string is required, e.g. "0.25"'
  }
  const asset = typeof request.asset === 'string' ? assetOfSymbol(request.asset) : request.asset
  if (!isRecord(asset)) return 'asset: missing, e.g. "BTC" or {"dti":"4H95J0R2X"}'
  if (!isName(originator)) return 'originator: not a name of at most 100 characters'
  if (!isName(beneficiary)) return 'beneficiary: not a name of at most 100 characters'
  const beneficiaryVasp = request.beneficiaryVasp ?? decoded.url.hostname
  if (!isName(beneficiaryVasp)) return 'beneficiaryVasp: not a name of at most 100 characters'
  if (confirmAfterMs !== null && !isWait(confirmAfterMs))
    return 'confirmAfterMs: not null and not milliseconds up to a day'
  const ivms101 = sampleIvms101({
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

function isWait(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= CONFIRM_AFTER_MAX_MS
}

function refuse(problem: string): Sent {
  return { ok: false, status: 422, problem }
}
