import { ok, type Result, refuse } from '@travel-rule/service/result'
import { parseAmount, toBaseUnits } from './amount.ts'
import { assetById } from './asset.ts'
import { encodeTrp2020 } from './ivms101/encode.ts'
import type { Ivms101 } from './ivms101/model.ts'
import { encodeInquiry } from './trp-message/inquiry.ts'
import { selectTrpVersion, type TrpVersion } from './trp-version.ts'
import type { Vasp } from './vasp.ts'
import { encodeWireAsset, writeWireAmount } from './wire-profile.ts'

/** What an inquiry is made of; `amount` is in whole units. */
export interface OutboundInquiry {
  readonly assetId: string
  readonly amount: string
  readonly ivms101: Ivms101
  /** Our URL for the counterparty's decision. */
  readonly callback: string
}

/** An inquiry as it is sent. */
export interface EncodedInquiry {
  readonly body: string
  /** The version that the body is written in: it goes with it in the header. */
  readonly version: TrpVersion
}

/**
 * An inquiry as `vasp` wants to read it.
 *
 * Refused with `ASSET_UNKNOWN` and the codes of `selectTrpVersion`, `parseAmount`, `toBaseUnits`, `writeWireAmount` and `encodeWireAsset`.
 */
export function encodeOutboundInquiry(inquiry: OutboundInquiry, vasp: Vasp): Result<EncodedInquiry> {
  const version = versionFor(vasp)
  if (!version.ok) return version
  const asset = assetById(inquiry.assetId)
  if (asset === undefined) return refuse('ASSET_UNKNOWN', 'asset is not one that this node knows: see trpd { assets }.')
  const amount = parseAmount(inquiry.amount)
  if (!amount.ok) return amount
  const baseUnits = toBaseUnits(amount.value, asset.decimals)
  if (!baseUnits.ok) return baseUnits
  const { wireProfile } = vasp
  const wireAmount = writeWireAmount(baseUnits.value, { unit: wireProfile.amountUnit, decimals: asset.decimals })
  if (!wireAmount.ok) return wireAmount
  const wireAsset = encodeWireAsset(asset, wireProfile, version.value)
  if (!wireAsset.ok) return wireAsset
  const body = encodeInquiry({
    asset: wireAsset.value,
    amount: wireAmount.value,
    callback: inquiry.callback,
    ivms101: encodeTrp2020(inquiry.ivms101, wireProfile.ivms101ListForm),
  })
  return ok({ body, version: version.value })
}

/** The version to speak to `vasp`. */
export function versionFor({ wireProfile, downgradedTo, apiVersion }: Vasp): Result<TrpVersion> {
  return selectTrpVersion(wireProfile.apiVersion, downgradedTo ?? apiVersion)
}
