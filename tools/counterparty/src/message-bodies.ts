import { ivms101Problems } from './ivms101-problems.ts'
import { isRecord } from './json.ts'

/** A digital token identifier, or a SLIP-0044 coin type (number or symbol). */
export type TrpAsset = { readonly dti: string } | { readonly slip0044: number | string }

export interface InquiryBody {
  readonly asset: TrpAsset
  /** Exact decimal, as written by the sender. */
  readonly amount: string
  readonly callback: string
  readonly ivms101: unknown
}

export type InquiryRead = { ok: true; inquiry: InquiryBody } | { ok: false; problem: string }

/**
 * Reads the body of an inquiry like a strict TRP 3.2.1 peer. `problem` names the first invalid member.
 *
 * `today` is a date, `YYYY-MM-DD`. Unknown extensions are ignored.
 */
export function readInquiry(body: unknown, today: string): InquiryRead {
  if (!isRecord(body)) return refuse('the body is not an object')
  const { asset, amount, callback, IVMS101, extensions } = body
  if (!isAsset(asset)) return refuse('asset: exactly one of dti (9 characters) and slip0044 (number or symbol)')
  if (typeof amount !== 'string' || !isPositiveDecimal(amount)) return refuse('amount: a positive decimal is required')
  if (typeof callback !== 'string' || !isCallbackUrl(callback)) return refuse('callback: an https URL is required')
  if (extensions !== undefined && !isRecord(extensions)) return refuse('extensions: an object is required')
  if (IVMS101 === undefined) return refuse('IVMS101: missing')
  const problems = ivms101Problems(IVMS101, today)
  if (problems.length > 0) return refuse(problems.join('; '))
  return { ok: true, inquiry: { asset, amount, callback, ivms101: IVMS101 } }
}

export type Decision =
  | { readonly type: 'approved'; readonly address: string; readonly callback: string }
  | { readonly type: 'rejected'; readonly reason: string }

/** The decision of the beneficiary's VASP; `undefined` when the body does not contain exactly one. */
export function readDecision(body: unknown): Decision | undefined {
  if (!isRecord(body) || Number('approved' in body) + Number('rejected' in body) !== 1 || 'version' in body)
    return undefined
  if (typeof body.rejected === 'string') return { type: 'rejected', reason: body.rejected }
  if (!isRecord(body.approved)) return undefined
  const { address, callback } = body.approved
  if (typeof address !== 'string' || address === '' || typeof callback !== 'string' || !isCallbackUrl(callback)) {
    return undefined
  }
  return { type: 'approved', address, callback }
}

/** True if the response to an inquiry announces a later decision, i.e. consists of `{"version"}` alone. */
export function isPostponed(body: unknown): boolean {
  return isRecord(body) && typeof body.version === 'string' && !('approved' in body) && !('rejected' in body)
}

export type Ending =
  | { readonly type: 'txid'; readonly txid: string }
  | { readonly type: 'canceled'; readonly reason: string }

/**
 * How the originator ended the transfer; `undefined` without exactly one of `txid` and `canceled`.
 */
export function readEnding(body: unknown): Ending | undefined {
  if (!isRecord(body)) return undefined
  const { txid, canceled } = body
  if (typeof txid === 'string' && txid !== '' && !('canceled' in body)) return { type: 'txid', txid }
  if ('txid' in body) return undefined
  if (typeof canceled === 'string') return { type: 'canceled', reason: canceled }
  return canceled === null ? { type: 'canceled', reason: '' } : undefined
}

/** True if the `hostname` of a URL is this machine. Only such hosts may be reached without TLS. */
export function isLoopbackHost(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname)
  )
}

/** True if `value` is an allowed callback: https, or plain http on this machine. */
function isCallbackUrl(value: string): boolean {
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  if (url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
}

export function isPositiveDecimal(value: string): boolean {
  return /^\d{1,40}(\.\d{1,40})?$/.test(value) && /[1-9]/.test(value)
}

function isAsset(value: unknown): value is TrpAsset {
  if (!isRecord(value) || Object.keys(value).length !== 1) return false
  const { dti, slip0044 } = value
  if (typeof dti === 'string') return /^[A-Z0-9]{9}$/.test(dti)
  if (typeof slip0044 === 'string') return /^[A-Za-z0-9]{1,20}$/.test(slip0044)
  return Number.isInteger(slip0044) && (slip0044 as number) >= 0
}

function refuse(problem: string): InquiryRead {
  return { ok: false, problem }
}
