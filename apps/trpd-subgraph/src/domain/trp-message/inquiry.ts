import { ok } from '@travel-rule/service/result'
import { LosslessNumber } from 'lossless-json'
import { type Decimal, parseJsonAmount } from '../amount.ts'
import type { Asset } from '../asset.ts'
import type { HostRules } from '../host.ts'
import { encodeJson, fieldOf, isJsonObject } from '../json.ts'
import { decodeWireAsset, type WireAsset } from '../wire-profile.ts'
import { approvalIn, type Resolution, rejectionIn } from './callback-message.ts'
import {
  type CallbackUrl,
  orStatus,
  parseCallbackUrl,
  parseTrpBody,
  presentFields,
  refuseTrp,
  type TrpResult,
} from './trp-body.ts'

/** An inquiry of a counterparty. */
export interface Inquiry {
  readonly asset: Asset
  /** In the unit of the counterparty: `readWireAmount` tells what it means. */
  readonly amount: Decimal
  /** Where the decision is sent. */
  readonly callback: CallbackUrl
  /** The value of IVMS101 as it came, its numbers without loss: `parseIvms101` reads it, `encodeJson` writes it. */
  readonly ivms101: Record<string, unknown>
  /** By name of the extension; empty when there are none. */
  readonly extensions: Readonly<Record<string, unknown>>
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
 * The inquiry in the request body `body`.
 *
 * Refused as by `parseTrpBody`; with 422 and the codes of `decodeWireAsset`, `parseJsonAmount` and `parseCallbackUrl`; with 422
 * `TRP_ASSET_MISSING`, `TRP_AMOUNT_MISSING`, `TRP_IVMS101_MISSING` (absent or not an object), `TRP_EXTENSIONS_SHAPE`. Unknown fields are
 * let be.
 */
export function parseInquiry(body: string | Uint8Array, rules: HostRules): TrpResult<Inquiry> {
  const message = parseTrpBody(body)
  if (!message.ok) return message
  const assetValue = fieldOf(message.value, 'asset')
  if (assetValue === undefined) return refuseTrp(422, 'TRP_ASSET_MISSING', 'asset is required.')
  const asset = orStatus(422, decodeWireAsset(assetValue))
  if (!asset.ok) return asset
  const amountValue = fieldOf(message.value, 'amount')
  if (amountValue === undefined) return refuseTrp(422, 'TRP_AMOUNT_MISSING', 'amount is required.')
  const amount = orStatus(422, parseJsonAmount(amountValue))
  if (!amount.ok) return amount
  const callback = parseCallbackUrl(fieldOf(message.value, 'callback'), rules)
  if (!callback.ok) return callback
  const ivms101 = fieldOf(message.value, 'IVMS101')
  if (!isJsonObject(ivms101)) return refuseTrp(422, 'TRP_IVMS101_MISSING', 'IVMS101 is required and is an object.')
  const extensions = fieldOf(message.value, 'extensions') ?? {}
  if (!isJsonObject(extensions)) return refuseTrp(422, 'TRP_EXTENSIONS_SHAPE', 'extensions is an object.')
  return ok({ asset: asset.value, amount: amount.value, callback: callback.value, ivms101, extensions })
}

/** The request body of `inquiry`; the amount is written digit by digit as a JSON number. */
export function encodeInquiry({ asset, amount, callback, ivms101, extensions }: NewInquiry): string {
  return encodeJson({ asset, amount: new LosslessNumber(amount), callback, IVMS101: ivms101, extensions })
}

/** The answer to an inquiry: a decision, or `version` when the decision comes to the callback. */
export type InquiryResponse = Resolution | { readonly type: 'version'; readonly version: string }

/** The most characters of a version that a counterparty tells. */
export const VERSION_LENGTH_MAX = 32

/**
 * The answer in the response body `body` of an inquiry.
 *
 * Refused as by `parseTrpBody`; with 400 `TRP_BODY_CONTRADICTORY` (not exactly one of `version`, `approved` and `rejected`, where null counts
 * as absent), `TRP_VERSION_SHAPE`, and the codes of `parseResolution`. The status has no meaning for a response.
 */
export function parseInquiryResponse(body: string | Uint8Array, rules: HostRules): TrpResult<InquiryResponse> {
  const message = parseTrpBody(body)
  if (!message.ok) return message
  const [given, another] = presentFields(message.value, ['version', 'approved', 'rejected'])
  if (given === undefined || another !== undefined) {
    return refuseTrp(
      400,
      'TRP_BODY_CONTRADICTORY',
      'The body does not hold exactly one of version, approved and rejected.',
    )
  }
  if (given === 'approved') return approvalIn(message.value, rules)
  if (given === 'rejected') return rejectionIn(message.value)
  const version = fieldOf(message.value, 'version')
  if (typeof version === 'string' && version.length <= VERSION_LENGTH_MAX) return ok({ type: 'version', version })
  return refuseTrp(400, 'TRP_VERSION_SHAPE', `version is a text of at most ${VERSION_LENGTH_MAX} characters.`)
}

/** The response body that takes an inquiry: our decisions come to the callback. */
export function encodeAcknowledgement(version: string): string {
  return encodeJson({ version })
}
