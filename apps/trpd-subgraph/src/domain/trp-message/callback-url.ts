import { type HostRules, parseHost } from '../host.ts'
import { parsed } from '../parsed.ts'
import { type TrpParsed, trpRefused } from './trp-problem.ts'

declare const callbackUrlBrand: unique symbol

/** An absolute URL that a counterparty gave us to answer to, as it wrote it. */
export type CallbackUrl = string & { readonly [callbackUrlBrand]: true }

/** The most characters of a callback URL. */
export const CALLBACK_LENGTH_MAX = 2_048

const CALLBACK = /^(https?):\/\/([^/?#]+)([/?][\w\-.~:/?[\]@!$&'()*+,;=%]*)?$/i

/**
 * The callback URL in `value`.
 *
 * Refused with 422 `TRP_CALLBACK_MISSING`, `TRP_CALLBACK_TOO_LONG`, `TRP_CALLBACK_URL` (not a text, not an absolute URL, a fragment),
 * `TRP_CALLBACK_HOST` (not a host that this node talks to) or `TRP_CALLBACK_SCHEME` (plain http, except to a private host where those are
 * allowed). A port is always accepted: a callback is not a travel address.
 */
export function parseCallbackUrl(value: unknown, rules: HostRules): TrpParsed<CallbackUrl> {
  if (value === undefined || value === null) return trpRefused(422, 'TRP_CALLBACK_MISSING', 'callback is required.')
  if (typeof value !== 'string') return notAUrl()
  if (value.length > CALLBACK_LENGTH_MAX) {
    return trpRefused(422, 'TRP_CALLBACK_TOO_LONG', `callback has at most ${CALLBACK_LENGTH_MAX} characters.`)
  }
  const [, scheme, authority] = CALLBACK.exec(value) ?? []
  if (scheme === undefined || authority === undefined || !URL.canParse(value)) return notAUrl()
  const host = parseHost(authority, { privateHosts: rules.privateHosts, ports: true })
  if (!host.ok) return trpRefused(422, 'TRP_CALLBACK_HOST', `callback cannot be used: ${host.problem.message}.`)
  if (scheme.toLowerCase() === 'http' && !host.value.privateHost) {
    return trpRefused(422, 'TRP_CALLBACK_SCHEME', 'callback starts with https://.')
  }
  return parsed(value as CallbackUrl)
}

function notAUrl(): TrpParsed<never> {
  return trpRefused(422, 'TRP_CALLBACK_URL', 'callback is an absolute https URL without a fragment.')
}
