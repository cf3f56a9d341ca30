import { isRecord } from './exact-json.ts'
import { ivms101Problems } from './ivms101-problems.ts'
import { isLoopbackHost } from './loopback-host.ts'

/** How TRP names an asset: by its digital token identifier, or by its SLIP-0044 coin type (number or symbol). */
export type TrpAsset = { readonly dti: string } | { readonly slip0044: number | string }

export interface InquiryBody {
  readonly asset: TrpAsset
  /** Exact decimal, as the sender wrote it. */
  readonly amount: string
  readonly callback: string
  readonly ivms101: unknown
}

export type InquiryRead = { ok: true; inquiry: InquiryBody } | { ok: false; why: string }

/**
 * Reads the body of an inquiry as a strict TRP 3.2.1 peer does; `why` names the first member that cannot be used.
 *
 * `today` is a date as `YYYY-MM-DD`. An extension that the inquiry carries is not an error, but see `requiredExtensions`.
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

/** Whether a callback may be called: https, or plain http on this machine. */
export function isCallbackUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
}

export function isPositiveDecimal(text: string): boolean {
  return /^\d{1,40}(\.\d{1,40})?$/.test(text) && /[1-9]/.test(text)
}

function isAsset(value: unknown): value is TrpAsset {
  if (!isRecord(value) || Object.keys(value).length !== 1) return false
  const { dti, slip0044 } = value
  if (typeof dti === 'string') return /^[A-Z0-9]{9}$/.test(dti)
  if (typeof slip0044 === 'string') return /^[A-Za-z0-9]{1,20}$/.test(slip0044)
  return Number.isInteger(slip0044) && (slip0044 as number) >= 0
}

function refuse(why: string): InquiryRead {
  return { ok: false, why }
}
