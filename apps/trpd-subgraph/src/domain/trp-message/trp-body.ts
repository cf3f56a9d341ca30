import { codePoints } from '../code-points.ts'
import { fieldOf, isJsonObject, parseJsonText } from '../json-text.ts'
import { parsed } from '../parsed.ts'
import { CHAIN_TEXT_RULE, isChainText } from '../plain-text.ts'
import { type TrpParsed, trpRefused } from './trp-problem.ts'

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
