import type { Host, HostRules } from './host.ts'
import { isLnurl, parseLnurl } from './lnurl.ts'
import { type Parsed, parsed } from './parsed.ts'
import { parseTravelAddress } from './travel-address.ts'

/** Where an inquiry is sent: a travel address, or an LNURL of TRP 2.x. */
export interface InquiryTarget extends Host {
  readonly form: 'TRAVEL_ADDRESS' | 'LNURL'
  /** The travel address or LNURL as it was given. */
  readonly text: string
  /** Host, path and query without the scheme. */
  readonly url: string
}

/**
 * The place that `text` names for an inquiry.
 *
 * Refused with the `LNURL_*` codes when `text` starts like an LNURL, otherwise with the `TRAVEL_ADDRESS_*` codes.
 */
export function parseInquiryTarget(text: string, rules: HostRules): Parsed<InquiryTarget> {
  const form = isLnurl(text) ? 'LNURL' : 'TRAVEL_ADDRESS'
  const target = form === 'LNURL' ? parseLnurl(text, rules) : parseTravelAddress(text, rules)
  if (!target.ok) return target
  const { url, host, hostname, privateHost } = target.value
  return parsed({ form, text, url, host, hostname, privateHost })
}
