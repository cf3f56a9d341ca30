import { ok, type Refusal, type Result } from '@travel-rule/service/result'
import { type HostRules, parseHost } from '../host.ts'
import { fieldOf, isJsonObject, parseJson } from '../json.ts'
import { CHAIN_STRING_RULE, codePoints, isChainString } from '../string-format.ts'

/** Why a TRP message was refused, with the HTTP status that says so to the sender. */
export interface TrpRefusal extends Refusal {
  readonly status: 400 | 413 | 415 | 422
}

/** The outcome of reading something from a TRP message. */
export type TrpResult<Value> = Result<Value, TrpRefusal>

/** The outcome that refuses with `status`. */
export function refuseTrp(
  status: TrpRefusal['status'],
  code: string,
  message: string,
): { readonly ok: false; readonly refusal: TrpRefusal } {
  return { ok: false, refusal: { status, code, message } }
}

/** `outcome` as an answer to a TRP message: what it refuses is refused with `status`. */
export function orStatus<Value>(status: TrpRefusal['status'], outcome: Result<Value>): TrpResult<Value> {
  return outcome.ok ? outcome : refuseTrp(status, outcome.refusal.code, outcome.refusal.message)
}

/** The most code points of an explanation from a counterparty. */
export const REASON_LENGTH_MAX = 1_000
/** Stands for an explanation that the counterparty did not give. */
export const NO_REASON = 'No reason was given.'

/**
 * The JSON object in `body`.
 *
 * Refused with 413 `JSON_TOO_LONG`, or 400 and the other codes of `parseJson`, or 400 `TRP_BODY_SHAPE` when it is another value.
 */
export function parseTrpBody(body: string | Uint8Array): TrpResult<Record<string, unknown>> {
  const json = parseJson(body)
  if (!json.ok)
    return refuseTrp(json.refusal.code === 'JSON_TOO_LONG' ? 413 : 400, json.refusal.code, json.refusal.message)
  return isJsonObject(json.value) ? ok(json.value) : refuseTrp(400, 'TRP_BODY_SHAPE', 'The body is not a JSON object.')
}

/** Which of `names` are there and not null. */
export function presentFields<Name extends string>(body: Record<string, unknown>, names: readonly Name[]): Name[] {
  return names.filter((name) => fieldOf(body, name) !== undefined)
}

/**
 * The explanation in the field `name`; blank becomes `NO_REASON`.
 *
 * Refused with 400 `TRP_REASON_SHAPE` (not a text) or `TRP_REASON_TOO_LONG`.
 */
export function parseReason(body: Record<string, unknown>, name: string): TrpResult<string> {
  const reason = fieldOf(body, name)
  if (typeof reason !== 'string') return refuseTrp(400, 'TRP_REASON_SHAPE', `${name} is a text.`)
  if (codePoints(reason) > REASON_LENGTH_MAX) {
    return refuseTrp(400, 'TRP_REASON_TOO_LONG', `${name} has at most ${REASON_LENGTH_MAX} characters.`)
  }
  return ok(reasonOrDefault(reason))
}

/** `reason`, or `NO_REASON` when it says nothing. */
export function reasonOrDefault(reason: string): string {
  return reason.trim() === '' ? NO_REASON : reason
}

/**
 * The payment address or transaction hash in the field `name`: printable, without white space.
 *
 * Refused with 400 `TRP_CHAIN_TEXT`.
 */
export function parseChainString(body: Record<string, unknown>, name: string): TrpResult<string> {
  const text = fieldOf(body, name)
  if (typeof text === 'string' && isChainString(text)) return ok(text)
  return refuseTrp(400, 'TRP_CHAIN_TEXT', `${name} ${CHAIN_STRING_RULE}.`)
}

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
export function parseCallbackUrl(value: unknown, rules: HostRules): TrpResult<CallbackUrl> {
  if (value === undefined || value === null) return refuseTrp(422, 'TRP_CALLBACK_MISSING', 'callback is required.')
  if (typeof value !== 'string') return notAUrl()
  if (value.length > CALLBACK_LENGTH_MAX) {
    return refuseTrp(422, 'TRP_CALLBACK_TOO_LONG', `callback has at most ${CALLBACK_LENGTH_MAX} characters.`)
  }
  const [, scheme, authority] = CALLBACK.exec(value) ?? []
  if (scheme === undefined || authority === undefined || !URL.canParse(value)) return notAUrl()
  const host = parseHost(authority, { privateHosts: rules.privateHosts, ports: true })
  if (!host.ok) return refuseTrp(422, 'TRP_CALLBACK_HOST', `callback cannot be used: ${host.refusal.message}.`)
  if (scheme.toLowerCase() === 'http' && !host.value.privateHost) {
    return refuseTrp(422, 'TRP_CALLBACK_SCHEME', 'callback starts with https://.')
  }
  return ok(value as CallbackUrl)
}

function notAUrl(): TrpResult<never> {
  return refuseTrp(422, 'TRP_CALLBACK_URL', 'callback is an absolute https URL without a fragment.')
}
