import { ok } from '@travel-rule/service/result'
import { LosslessNumber } from 'lossless-json'
import type { Asset, AssetRegistry } from '../../assets/domain/asset.ts'
import type { WireAsset } from '../../assets/domain/asset-identifier.ts'
import { type Decimal, parseJsonAmount } from '../../foundation/domain/amount.ts'
import type { HostRules } from '../../foundation/domain/host.ts'
import { encodeJson, fieldOf, isJsonObject } from '../../foundation/domain/json.ts'
import { parseApproval, parseRejection, type Resolution } from './callback-message.ts'
import {
  type CallbackUrl,
  parseCallbackUrl,
  parseTrpBody,
  presentFields,
  refuseTrp,
  type TrpBody,
  type TrpResult,
  withStatus,
} from './trp-body.ts'
import { decodeWireAsset } from './wire-asset.ts'

/** An inquiry from a counterparty. */
export interface Inquiry {
  /** Absent if the inquiry identifies no asset. */
  readonly asset?: Asset
  /** In the counterparty's unit; `readWireAmount` converts it. */
  readonly amount: Decimal
  /** True if the amount is a JSON string, which TRP does not define. */
  readonly amountIsString: boolean
  /** Where to send the decision. */
  readonly callback: CallbackUrl
  /** The IVMS101 field as received, parsed losslessly; input for `parseIvms101`. */
  readonly ivms101: Record<string, unknown>
  /** Keyed by extension name; empty if there are none. */
  readonly extensions: Readonly<Record<string, unknown>>
}

/** The context needed to read an inquiry. */
export interface InquiryRules {
  readonly hosts: HostRules
  readonly assets: AssetRegistry
}

/** An inquiry to send. */
export interface NewInquiry {
  readonly asset: WireAsset
  readonly amount: Decimal
  readonly callback: string
  readonly ivms101: object
  readonly extensions?: Readonly<Record<string, unknown>>
}

/**
 * Reads the request body of an inquiry. Unknown fields are ignored.
 *
 * Refused with 422: the codes of `decodeWireAsset`, `parseJsonAmount` and `parseCallbackUrl`,
 * `TRP_AMOUNT_MISSING`, `TRP_IVMS101_MISSING` (absent or not an object), `TRP_EXTENSIONS_SHAPE`.
 */
export function parseInquiry(body: TrpBody, { hosts, assets }: InquiryRules): TrpResult<Inquiry> {
  const asset = withStatus(422, decodeWireAsset(fieldOf(body, 'asset'), assets))
  if (!asset.ok) return asset
  const amountValue = fieldOf(body, 'amount')
  if (amountValue === undefined) return refuseTrp(422, 'TRP_AMOUNT_MISSING', 'amount is required.')
  const amount = withStatus(422, parseJsonAmount(amountValue))
  if (!amount.ok) return amount
  const callback = parseCallbackUrl(fieldOf(body, 'callback'), hosts)
  if (!callback.ok) return callback
  const ivms101 = fieldOf(body, 'IVMS101')
  if (!isJsonObject(ivms101)) return refuseTrp(422, 'TRP_IVMS101_MISSING', 'IVMS101 is required and must be an object.')
  const extensions = fieldOf(body, 'extensions') ?? {}
  if (!isJsonObject(extensions)) return refuseTrp(422, 'TRP_EXTENSIONS_SHAPE', 'extensions must be an object.')
  return ok({
    ...(asset.value === undefined ? {} : { asset: asset.value }),
    amount: amount.value,
    amountIsString: typeof amountValue === 'string',
    callback: callback.value,
    ivms101,
    extensions,
  })
}

/** The request body of an inquiry. The amount becomes a JSON number with all its digits. */
export function encodeInquiry({ asset, amount, callback, ivms101, extensions }: NewInquiry): string {
  return encodeJson({ asset, amount: new LosslessNumber(amount), callback, IVMS101: ivms101, extensions })
}

/**
 * The response to an inquiry: a decision, or `version` if the decision will be sent to the
 * callback.
 */
export type InquiryResponse = Resolution | { readonly type: 'version'; readonly version: string }

/** Maximum number of characters in a counterparty's version. */
export const VERSION_LENGTH_MAX = 32

/**
 * Parses the response body of an inquiry.
 *
 * Refused as by `parseTrpBody`; with 400 `TRP_BODY_CONTRADICTORY` (not exactly one of `version`,
 * `approved` and `rejected`, where null counts as absent), `TRP_VERSION_SHAPE`, and the codes of
 * `parseResolution`. The status has no meaning here, since no response is sent.
 */
export function parseInquiryResponse(body: string | Uint8Array, rules: HostRules): TrpResult<InquiryResponse> {
  const message = parseTrpBody(body)
  if (!message.ok) return message
  const [field, another] = presentFields(message.value, ['version', 'approved', 'rejected'])
  if (field === undefined || another !== undefined) {
    const problem = 'The body must contain exactly one of version, approved and rejected.'
    return refuseTrp(400, 'TRP_BODY_CONTRADICTORY', problem)
  }
  if (field === 'approved') return parseApproval(message.value, rules)
  if (field === 'rejected') return parseRejection(message.value)
  const version = fieldOf(message.value, 'version')
  if (typeof version === 'string' && version.length <= VERSION_LENGTH_MAX) return ok({ type: 'version', version })
  return refuseTrp(400, 'TRP_VERSION_SHAPE', `version must be a string of at most ${VERSION_LENGTH_MAX} characters.`)
}

/** The response body that acknowledges an inquiry: our decision will be sent to the callback. */
export function encodeAcknowledgement(version: string): string {
  return encodeJson({ version })
}
