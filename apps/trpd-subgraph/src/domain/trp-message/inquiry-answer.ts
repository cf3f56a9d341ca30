import type { HostRules } from '../host.ts'
import { encodeJsonText, fieldOf } from '../json-text.ts'
import { parsed } from '../parsed.ts'
import { approvalIn, type Resolution, rejectionIn } from './resolution.ts'
import { givenFields, parseTrpBody } from './trp-body.ts'
import { type TrpParsed, trpRefused } from './trp-problem.ts'

/** The answer to an inquiry: a decision, or `version` when the decision comes to the callback. */
export type InquiryAnswer = Resolution | { readonly type: 'version'; readonly version: string }

/** The most characters of a version that a counterparty tells. */
export const VERSION_LENGTH_MAX = 32

/**
 * The answer in the response body `body` of an inquiry.
 *
 * Refused as by `parseTrpBody`; with 400 `TRP_BODY_CONTRADICTORY` (not exactly one of `version`, `approved` and `rejected`, where null counts
 * as absent), `TRP_VERSION_SHAPE`, and the codes of `parseResolution`. The status has no meaning for a response.
 */
export function parseInquiryAnswer(body: string | Uint8Array, rules: HostRules): TrpParsed<InquiryAnswer> {
  const message = parseTrpBody(body)
  if (!message.ok) return message
  const [given, another] = givenFields(message.value, ['version', 'approved', 'rejected'])
  if (given === undefined || another !== undefined) {
    return trpRefused(
      400,
      'TRP_BODY_CONTRADICTORY',
      'The body does not hold exactly one of version, approved and rejected.',
    )
  }
  if (given === 'approved') return approvalIn(message.value, rules)
  if (given === 'rejected') return rejectionIn(message.value)
  const version = fieldOf(message.value, 'version')
  if (typeof version === 'string' && version.length <= VERSION_LENGTH_MAX) return parsed({ type: 'version', version })
  return trpRefused(400, 'TRP_VERSION_SHAPE', `version is a text of at most ${VERSION_LENGTH_MAX} characters.`)
}

/** The response body that takes an inquiry: our decisions come to the callback. */
export function encodeTaken(version: string): string {
  return encodeJsonText({ version })
}
