import { encodeJsonText, fieldOf } from '../json-text.ts'
import { parsed } from '../parsed.ts'
import { VERSION_LENGTH_MAX } from './inquiry-answer.ts'
import { parseTrpBody } from './trp-body.ts'
import { type TrpParsed, trpRefused } from './trp-problem.ts'

/** The answer of `GET /version`. `version` is what the counterparty wrote: `versionToSpeak` judges it. */
export interface VaspVersion {
  readonly version: string
  readonly vendor?: string
}

/** The most characters of a vendor. */
export const VENDOR_LENGTH_MAX = 200

/**
 * The version that a counterparty tells, in the response body of its `GET /version`.
 *
 * Refused as by `parseTrpBody`, or with `TRP_VERSION_SHAPE`, `TRP_VENDOR_SHAPE`.
 */
export function parseVersion(body: string | Uint8Array): TrpParsed<VaspVersion> {
  const answer = parseTrpBody(body)
  if (!answer.ok) return answer
  const version = fieldOf(answer.value, 'version')
  const vendor = fieldOf(answer.value, 'vendor')
  if (typeof version !== 'string' || version === '' || version.length > VERSION_LENGTH_MAX) {
    return trpRefused(400, 'TRP_VERSION_SHAPE', `version is a text of at most ${VERSION_LENGTH_MAX} characters.`)
  }
  if (vendor === undefined) return parsed({ version })
  if (typeof vendor === 'string' && vendor.length <= VENDOR_LENGTH_MAX) return parsed({ version, vendor })
  return trpRefused(400, 'TRP_VENDOR_SHAPE', `vendor is a text of at most ${VENDOR_LENGTH_MAX} characters.`)
}

/** The response body of our `GET /version`. */
export function encodeVersion({ version, vendor }: VaspVersion): string {
  return encodeJsonText({ version, vendor })
}
