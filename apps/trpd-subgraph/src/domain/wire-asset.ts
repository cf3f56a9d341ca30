import { LosslessNumber } from 'lossless-json'
import { type Asset, assetByDti, assetBySlip0044 } from './asset.ts'
import { type Parsed, parsed, refused } from './parsed.ts'
import { knowsDti, type TrpVersion } from './trp-version.ts'
import type { WireProfile } from './wire-profile.ts'

/** The `asset` of an inquiry. */
export type WireAsset = { readonly dti: string } | { readonly slip0044: string | number }

/** The most characters a name of an asset may have. */
export const ASSET_NAME_LENGTH_MAX = 64

/**
 * The asset that an inquiry names, from the value of its `asset` field.
 *
 * Refused with `ASSET_MALFORMED` (neither `dti` nor `slip0044`, or not a name), `ASSET_UNKNOWN` (not in our registry), `ASSET_CONTRADICTORY`
 * (the two name different assets).
 */
export function decodeWireAsset(value: unknown): Parsed<Asset> {
  const dti = nameAt(value, 'dti')
  const slip0044 = nameAt(value, 'slip0044')
  if (dti === null || slip0044 === null || (dti ?? slip0044) === undefined) {
    return refused('ASSET_MALFORMED', 'An asset is named by dti, a text, or by slip0044, a symbol or a number.')
  }
  const found = [
    ...(dti === undefined ? [] : [assetByDti(dti)]),
    ...(slip0044 === undefined ? [] : [assetBySlip0044(slip0044)]),
  ]
  const [asset] = found
  if (asset === undefined || found.includes(undefined))
    return refused('ASSET_UNKNOWN', 'The asset is not one that this node knows.')
  if (found.some((other) => other !== asset))
    return refused('ASSET_CONTRADICTORY', 'dti and slip0044 name different assets.')
  return parsed(asset)
}

/**
 * The name of `asset` in an inquiry of `version`: the one that `profile` prefers, else the other that exists.
 *
 * Refused with `ASSET_NOT_EXPRESSIBLE` when the version has no name for it, such as a token before DTI.
 */
export function encodeWireAsset(
  asset: Asset,
  profile: Pick<WireProfile, 'assetForm' | 'slip0044Form'>,
  version: TrpVersion,
): Parsed<WireAsset> {
  const byDti = asset.dti !== undefined && knowsDti(version) ? { dti: asset.dti } : undefined
  const { slip0044 } = asset
  const byCoin = slip0044 && { slip0044: profile.slip0044Form === 'NUMBER' ? slip0044.number : slip0044.symbol }
  const named = profile.assetForm === 'DTI' ? (byDti ?? byCoin) : (byCoin ?? byDti)
  if (named !== undefined) return parsed(named)
  return refused('ASSET_NOT_EXPRESSIBLE', `TRP ${version} has no name for ${asset.name} that this node knows.`)
}

/** Undefined when absent or null, null when it cannot be a name. */
function nameAt(value: unknown, field: string): string | null | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return undefined
  const name: unknown = Reflect.get(value, field)
  if (name === null) return undefined
  const text = name instanceof LosslessNumber && field === 'slip0044' ? name.value : name
  return typeof text === 'string' && text !== '' && text.length <= ASSET_NAME_LENGTH_MAX ? text : null
}
