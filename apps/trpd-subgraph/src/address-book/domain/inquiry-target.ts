import { bech32 } from '@scure/base'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import { type Host, type HostRules, parseHost, splitUrl } from '../../foundation/domain/host.ts'
import { parseTravelAddress } from './travel-address.ts'

/** Where to send an inquiry: a decoded travel address, or an LNURL of TRP 2.x. */
export interface InquiryTarget extends Host {
  readonly form: 'TRAVEL_ADDRESS' | 'LNURL'
  /** The travel address or LNURL, without surrounding spaces and without `lightning:`. */
  readonly text: string
  /** Host, path and query without the scheme. */
  readonly url: string
}

/**
 * Parses a travel address or an LNURL. It may be surrounded by spaces, and an LNURL may be preceded by
 * `lightning:`, as in a link or QR code (LUD-01).
 *
 * Refused with the codes of `parseLnurl` if `text` starts like an LNURL, otherwise with those of
 * `parseTravelAddress`.
 */
export function parseInquiryTarget(entered: string, rules: HostRules): Result<InquiryTarget> {
  const text = entered.trim().replace(/^lightning:(?=lnurl1)/i, '')
  const form = isLnurl(text) ? 'LNURL' : 'TRAVEL_ADDRESS'
  const target = form === 'LNURL' ? parseLnurl(text, rules) : parseTravelAddress(text, rules)
  if (!target.ok) return target
  const { url, host, hostname, privateHost } = target.value
  return ok({ form, text, url, host, hostname, privateHost })
}

/** A decoded LNURL. */
export interface Lnurl extends Host {
  /** The LNURL as it was entered. */
  readonly lnurl: string
  /** Host, path and query without the scheme: `vasp.example/123?tag=inquiry`. */
  readonly url: string
}

/**
 * Maximum number of characters in an LNURL, enough for a URL of 2,500. The length limit of bech32 applies
 * only to payment addresses.
 */
export const LNURL_LENGTH_MAX = 4_096

const HRP = 'lnurl'
const TAGS = ['inquiry', 'travelruleinquiry']

/**
 * Decodes an LNURL, the inquiry target of TRP 2.x.
 *
 * Refused, checked in this order, with `LNURL_PREFIX`, `LNURL_LENGTH`, `LNURL_ENCODING` (not
 * bech32, or a wrong checksum), `LNURL_SCHEME` (not an https URL), `LNURL_TAG` (neither
 * `tag=inquiry` nor `tag=travelRuleInquiry`), `LNURL_HOST`, `LNURL_URL` (characters not allowed in
 * a URL, or a fragment).
 *
 * Source: OpenVASP TRP 2.1, LNURL.
 */
export function parseLnurl(text: string, rules: HostRules): Result<Lnurl> {
  if (!isLnurl(text)) return refuse('LNURL_PREFIX', 'An LNURL must start with "lnurl1".')
  if (text.length > LNURL_LENGTH_MAX)
    return refuse('LNURL_LENGTH', `An LNURL must have at most ${LNURL_LENGTH_MAX} characters.`)
  const payload = decodeChecked(text)
  if (payload === undefined) {
    return refuse('LNURL_ENCODING', 'The LNURL is invalid: a character is wrong or missing.')
  }
  if (!/^https:\/\//i.test(payload)) return refuse('LNURL_SCHEME', 'The LNURL does not contain an https URL.')
  const url = payload.slice('https://'.length)
  const { authority, query, wellFormed } = splitUrl(url)
  if (!query.getAll('tag').some((tag) => TAGS.includes(tag.toLowerCase()))) {
    return refuse('LNURL_TAG', 'The LNURL lacks the tag for Travel Rule inquiries.')
  }
  const host = parseHost(authority, rules)
  if (!host.ok) return refuse('LNURL_HOST', `The LNURL cannot be used: ${host.refusal.message}.`)
  if (!wellFormed) return refuse('LNURL_URL', 'The LNURL does not contain a valid URL.')
  return ok({ lnurl: text, url, ...host.value })
}

/** True if `text` starts like an LNURL; it may still be refused. */
export function isLnurl(text: string): boolean {
  return text.slice(0, HRP.length + 1).toLowerCase() === `${HRP}1`
}

function decodeChecked(text: string): string | undefined {
  try {
    const { prefix, words } = bech32.decode(text as `${string}1${string}`, false)
    return prefix === HRP ? Buffer.from(bech32.fromWords(words)).toString('latin1') : undefined
  } catch {
    return undefined
  }
}
