import { ok, type Refusal, type Result } from '@travel-rule/service/result'
import { type HostRules, parseHost } from '../../foundation/domain/host.ts'
import { fieldOf, isJsonObject, parseJson } from '../../foundation/domain/json.ts'
import { CHAIN_STRING_RULE, codePoints, isChainString } from '../../foundation/domain/string-format.ts'

/** Why a TRP message was refused, with the HTTP status of the response. */
export interface TrpRefusal extends Refusal {
  readonly status: 400 | 413 | 415 | 422
}

/** The result of parsing a part of a TRP message. */
export type TrpResult<Value> = Result<Value, TrpRefusal>

/** A refusal with `status`. */
export function refuseTrp(
  status: TrpRefusal['status'],
  code: string,
  message: string,
): { readonly ok: false; readonly refusal: TrpRefusal } {
  return { ok: false, refusal: { status, code, message } }
}

/** `result`, with `status` if it is a refusal. */
export function withStatus<Value>(status: TrpRefusal['status'], result: Result<Value>): TrpResult<Value> {
  return result.ok ? result : refuseTrp(status, result.refusal.code, result.refusal.message)
}

/** Maximum number of code points in a reason. */
export const REASON_LENGTH_MAX = 1_000
/** Replaces a reason that is missing or blank. */
export const NO_REASON = 'No reason was given.'

/** The JSON object in the body of a TRP message. */
export type TrpBody = Readonly<Record<string, unknown>>

/**
 * Parses a body as a JSON object.
 *
 * Refused with 413 `JSON_TOO_LONG`; with 400 and the other codes of `parseJson`; with 400
 * `TRP_BODY_SHAPE` when it is not an object.
 */
export function parseTrpBody(body: string | Uint8Array): TrpResult<TrpBody> {
  const json = parseJson(body)
  if (!json.ok)
    return refuseTrp(json.refusal.code === 'JSON_TOO_LONG' ? 413 : 400, json.refusal.code, json.refusal.message)
  return isJsonObject(json.value) ? ok(json.value) : refuseTrp(400, 'TRP_BODY_SHAPE', 'The body is not a JSON object.')
}

/** The names of fields that are present and not null. */
export function presentFields<Name extends string>(body: TrpBody, names: readonly Name[]): Name[] {
  return names.filter((name) => fieldOf(body, name) !== undefined)
}

/**
 * The reason in the field `name`; `NO_REASON` if it is blank.
 *
 * Refused with 400 `TRP_REASON_SHAPE` (not a string) or `TRP_REASON_TOO_LONG`.
 */
export function parseReason(body: TrpBody, name: string): TrpResult<string> {
  const reason = fieldOf(body, name)
  if (typeof reason !== 'string') return refuseTrp(400, 'TRP_REASON_SHAPE', `${name} must be a string.`)
  if (codePoints(reason) > REASON_LENGTH_MAX) {
    return refuseTrp(400, 'TRP_REASON_TOO_LONG', `${name} must have at most ${REASON_LENGTH_MAX} characters.`)
  }
  return ok(reasonOrDefault(reason))
}

/** `reason`, or `NO_REASON` if it is blank. */
export function reasonOrDefault(reason: string): string {
  return reason.trim() === '' ? NO_REASON : reason
}

/**
 * The payment address or transaction hash in the field `name`: printable, without white space.
 *
 * Refused with 400 `TRP_CHAIN_TEXT`.
 */
export function parseChainString(body: TrpBody, name: string): TrpResult<string> {
  const text = fieldOf(body, name)
  if (typeof text === 'string' && isChainString(text)) return ok(text)
  return refuseTrp(400, 'TRP_CHAIN_TEXT', `${name} ${CHAIN_STRING_RULE}.`)
}

declare const callbackUrlBrand: unique symbol

/** An absolute URL for our next message to a counterparty, as written by the counterparty. */
export type CallbackUrl = string & { readonly [callbackUrlBrand]: true }

/** Maximum number of characters in a callback URL. */
export const CALLBACK_LENGTH_MAX = 2_048

const CALLBACK = /^(https?):\/\/([^/?#]+)([/?][\w\-.~:/?[\]@!$&'()*+,;=%]*)?$/i

/**
 * Parses a callback URL. Unlike in a travel address, a port is always accepted.
 *
 * Refused with 422 `TRP_CALLBACK_MISSING`, `TRP_CALLBACK_TOO_LONG`, `TRP_CALLBACK_URL` (not an
 * absolute URL, or with a fragment), `TRP_CALLBACK_HOST` (not allowed by `rules`) or
 * `TRP_CALLBACK_SCHEME` (plain http to a public host).
 */
export function parseCallbackUrl(value: unknown, rules: HostRules): TrpResult<CallbackUrl> {
  if (value === undefined || value === null) return refuseTrp(422, 'TRP_CALLBACK_MISSING', 'callback is required.')
  if (typeof value !== 'string') return refuseUrl()
  if (value.length > CALLBACK_LENGTH_MAX) {
    return refuseTrp(422, 'TRP_CALLBACK_TOO_LONG', `callback must have at most ${CALLBACK_LENGTH_MAX} characters.`)
  }
  const [, scheme, authority] = CALLBACK.exec(value) ?? []
  if (scheme === undefined || authority === undefined || !URL.canParse(value)) return refuseUrl()
  const host = parseHost(authority, { privateHosts: rules.privateHosts, ports: true })
  if (!host.ok) return refuseTrp(422, 'TRP_CALLBACK_HOST', `callback cannot be used: ${host.refusal.message}.`)
  if (scheme.toLowerCase() === 'http' && !host.value.privateHost) {
    return refuseTrp(422, 'TRP_CALLBACK_SCHEME', 'callback must start with https://.')
  }
  return ok(value as CallbackUrl)
}

function refuseUrl(): TrpResult<never> {
  return refuseTrp(422, 'TRP_CALLBACK_URL', 'callback must be an absolute https URL without a fragment.')
}
