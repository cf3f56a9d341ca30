import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { AssetRegistry } from '../../assets/domain/asset.ts'
import { parseAmount, toBaseUnits } from '../../foundation/domain/amount.ts'
import { selectTrpVersion, type TrpVersion } from '../../foundation/domain/trp-version.ts'
import { encodeTrp2020 } from '../../ivms101/domain/encode.ts'
import type { Ivms101 } from '../../ivms101/domain/model.ts'
import { encodeInquiry } from '../../messages/domain/inquiry.ts'
import { chooseIdentifiers, encodeWireAsset } from '../../messages/domain/wire-asset.ts'
import { writeWireAmount } from '../../messages/domain/wire-profile.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'

/** The content of an inquiry. `amount` is in whole units. */
export interface OutboundInquiry {
  readonly assetId: string
  readonly amount: string
  readonly ivms101: Ivms101
  /** Our URL that receives the counterparty's decision. */
  readonly callback: string
}

/** An inquiry encoded for one counterparty. */
export interface EncodedInquiry {
  readonly body: string
  /** The version of the body, which is also sent in the header. */
  readonly version: TrpVersion
}

/**
 * Encodes an inquiry by the wire profile of `vasp`.
 *
 * Refused with `ASSET_UNKNOWN` and the codes of `selectTrpVersion`, `parseAmount`, `toBaseUnits`,
 * `writeWireAmount` and `chooseIdentifiers`.
 */
export function encodeOutboundInquiry(
  inquiry: OutboundInquiry,
  vasp: Vasp,
  assets: AssetRegistry,
): Result<EncodedInquiry> {
  const version = versionFor(vasp)
  if (!version.ok) return version
  const asset = assets.byId(inquiry.assetId)
  if (asset === undefined) return refuse('ASSET_UNKNOWN', 'asset is not supported: query trpd { assets } for the list.')
  const amount = parseAmount(inquiry.amount)
  if (!amount.ok) return amount
  const baseUnits = toBaseUnits(amount.value, asset.decimals)
  if (!baseUnits.ok) return baseUnits
  const { wireProfile } = vasp
  const wireAmount = writeWireAmount(baseUnits.value, { unit: wireProfile.amountUnit, decimals: asset.decimals })
  if (!wireAmount.ok) return wireAmount
  const learned = vasp.learnedIdentifiers[asset.id]
  const identifiers = chooseIdentifiers(asset, wireProfile, { version: version.value, learned })
  if (!identifiers.ok) return identifiers
  const body = encodeInquiry({
    asset: encodeWireAsset(asset, identifiers.value),
    amount: wireAmount.value,
    callback: inquiry.callback,
    ivms101: encodeTrp2020(inquiry.ivms101, wireProfile.ivms101ListForm),
  })
  return ok({ body, version: version.value })
}

/** The TRP version to use with `vasp`. */
export function versionFor({ wireProfile, downgradedTo, discovery, apiVersion }: Vasp): Result<TrpVersion> {
  const reported = selectTrpVersion(undefined, discovery?.version)
  const theirs = discovery?.version !== undefined && reported.ok ? reported.value : undefined
  return selectTrpVersion(wireProfile.apiVersion, downgradedTo ?? theirs ?? apiVersion)
}
