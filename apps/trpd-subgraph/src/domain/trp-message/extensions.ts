import { encodeJsonText, fieldOf } from '../json-text.ts'
import { parsed } from '../parsed.ts'
import { EXTENSION_NAMES_MAX, isExtensionName } from './headers.ts'
import { parseTrpBody } from './trp-body.ts'
import { type TrpParsed, trpRefused } from './trp-problem.ts'

/** The answer of `GET /extensions`: names, lower-cased. */
export interface Extensions {
  readonly required: readonly string[]
  readonly supported: readonly string[]
}

/** What this node requires and supports: none yet. */
export const OWN_EXTENSIONS: Extensions = { required: [], supported: [] }

/**
 * The extensions of a counterparty, in the response body of its `GET /extensions`.
 *
 * Refused as by `parseTrpBody`, or with `TRP_EXTENSIONS_SHAPE`: a list is not one of names, or longer than our limit. An absent list is empty.
 */
export function parseExtensions(body: string | Uint8Array): TrpParsed<Extensions> {
  const answer = parseTrpBody(body)
  if (!answer.ok) return answer
  const required = namesIn(fieldOf(answer.value, 'required'))
  const supported = namesIn(fieldOf(answer.value, 'supported'))
  if (required !== undefined && supported !== undefined) return parsed({ required, supported })
  return trpRefused(400, 'TRP_EXTENSIONS_SHAPE', 'required and supported are lists of names.')
}

/** The response body of our `GET /extensions`. */
export function encodeExtensions({ required, supported }: Extensions): string {
  return encodeJsonText({ required, supported })
}

/**
 * `true` when we have every extension in `required`.
 *
 * Refused with 422 `TRP_EXTENSION_UNSUPPORTED`, whose message names those we lack.
 */
export function checkExtensions(required: readonly string[], own: Extensions = OWN_EXTENSIONS): TrpParsed<true> {
  const lacking = required.filter((name) => !own.supported.includes(name.toLowerCase()))
  if (lacking.length === 0) return parsed(true)
  return trpRefused(422, 'TRP_EXTENSION_UNSUPPORTED', `This node does not support the extension ${lacking.join(', ')}.`)
}

function namesIn(value: unknown): readonly string[] | undefined {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length > EXTENSION_NAMES_MAX) return undefined
  const names = value.filter((name): name is string => typeof name === 'string' && isExtensionName(name))
  return names.length === value.length ? names.map((name) => name.toLowerCase()) : undefined
}
