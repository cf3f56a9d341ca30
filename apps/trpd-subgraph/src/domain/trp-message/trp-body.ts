import { type HostRules, parseHost } from '../host.ts'
import { fieldOf, isJsonObject, parseJsonText } from '../json.ts'
import { type Parsed, type Problem, parsed } from '../parsed.ts'
import { CHAIN_TEXT_RULE, codePoints, isChainText } from '../string-format.ts'

/** Why a TRP message was refused, with the HTTP status that says so to the sender. */
export interface TrpProblem extends Problem {
  readonly status: 400 | 413 | 415 | 422
}

/** The outcome of reading something from a TRP message. */
export type TrpParsed<Value> = Parsed<Value, TrpProblem>

/** The outcome that refuses with `status`. */
export function trpRefused(
  status: TrpProblem['status'],
  code: string,
  message: string,
): { readonly ok: false; readonly problem: TrpProblem } {
  return { ok: false, problem: { status, code, message } }
}

/** `outcome` as an answer to a TRP message: what it refuses is refused with `status`. */
export function orStatus<Value>(status: TrpProblem['status'], outcome: Parsed<Value>): TrpParsed<Value> {
  return outcome.ok ? outcome : trpRefused(status, outcome.problem.code, outcome.problem.message)
}

/** The most code points of an explanation from a counterparty. */
export const REASON_LENGTH_MAX = 1_000
/** Stands for an explanation that the counterparty did not give. */
export const NO_REASON = 'No reason was given.'

/**
 * The JSON object in `body`.
 *
 * Refused with 413 `JSON_TOO_LONG`, or 400 and the other codes of `parseJsonText`, or 400 `TRP_BODY_SHAPE` when it is another value.
 */
export function parseTrpBody(body: string | Uint8Array): TrpParsed<Record<string, unknown>> {
  const json = parseJsonText(body)
  if (!json.ok)
    return trpRefused(json.problem.code === 'JSON_TOO_LONG' ? 413 : 400, json.problem.code, json.problem.message)
  return isJsonObject(json.value)
    ? parsed(json.value)
    : trpRefused(400, 'TRP_BODY_SHAPE', 'The body is not a JSON object.')
}

/** Which of `names` are there and not null. */
export function givenFields<Name extends string>(body: Record<string, unknown>, names: readonly Name[]): Name[] {
  return names.filter((name) => fieldOf(body, name) !== undefined)
}

/**
 * The explanation in the field `name`; blank becomes `NO_REASON`.
 *
 * Refused with 400 `TRP_REASON_SHAPE` (not a text) or `TRP_REASON_TOO_LONG`.
 */
export function parseReason(body: Record<string, unknown>, name: string): TrpParsed<string> {
  const reason = fieldOf(body, name)
  if (typeof reason !== 'string') return trpRefused(400, 'TRP_REASON_SHAPE', `${name} is a text.`)
  if (codePoints(reason) > REASON_LENGTH_MAX) {
    return trpRefused(400, 'TRP_REASON_TOO_LONG', `${name} has at most ${REASON_LENGTH_MAX} characters.`)
  }
  return parsed(reasonOrDefault(reason))
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
export function parseChainText(body: Record<string, unknown>, name: string): TrpParsed<string> {
  const text = fieldOf(body, name)
  if (typeof text === 'string' && isChainText(text)) return parsed(text)
  return trpRefused(400, 'TRP_CHAIN_TEXT', `${name} ${CHAIN_TEXT_RULE}.`)
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
