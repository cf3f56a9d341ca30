import { ok, type Result, refuse } from '@travel-rule/service/result'
import { LosslessNumber } from 'lossless-json'
import type { Asset, AssetRegistry } from '../../assets/domain/asset.ts'
import {
  type AssetIdentifier,
  type LearnedIdentifier,
  type WireAsset,
  wireFieldOf,
} from '../../assets/domain/asset-identifier.ts'
import { fieldOf, isJsonObject } from '../../foundation/domain/json.ts'
import { supportsDti, type TrpVersion } from '../../foundation/domain/trp-version.ts'
import type { WireProfile } from './wire-profile.ts'

/** Maximum number of characters in an asset identifier. */
export const ASSET_IDENTIFIER_LENGTH_MAX = 200

const NAMES = ['dti', 'slip0044', 'caip19'] as const

/**
 * The asset identified by the `asset` field of an inquiry; `undefined` if the field identifies none because
 * it is absent, null or an empty object.
 *
 * Refused with `ASSET_MALFORMED` (not an object, or an identifier of the wrong type), `ASSET_UNKNOWN` (not in
 * our registry), `ASSET_CONTRADICTORY` (identifiers of different assets).
 */
export function decodeWireAsset(value: unknown, assets: AssetRegistry): Result<Asset | undefined> {
  if (value === undefined || value === null) return ok(undefined)
  const texts = NAMES.map((name) => [name, identifierIn(value, name)] as const)
  if (!isJsonObject(value) || texts.some(([, text]) => text === null)) {
    return refuse(
      'ASSET_MALFORMED',
      'An asset is identified by dti or caip19, strings, or by slip0044, a symbol or a number.',
    )
  }
  const found = texts.flatMap(([name, text]) => (typeof text === 'string' ? [lookUp(assets, name, text)] : []))
  if (found.length === 0) return ok(undefined)
  const [asset] = found
  if (asset === undefined || found.includes(undefined))
    return refuse('ASSET_UNKNOWN', 'The asset is not supported by this node.')
  if (found.some((other) => other !== asset))
    return refuse('ASSET_CONTRADICTORY', 'The identifiers in asset identify different assets.')
  return ok(asset)
}

/** The identifiers that `asset` has, in the order in which they are tried with a counterparty. */
export function identifiersOf(
  asset: Asset,
  profile: Pick<WireProfile, 'assetForm' | 'slip0044Form'>,
  version: TrpVersion,
): readonly AssetIdentifier[] {
  const [symbol, number] = ['SLIP0044_SYMBOL', 'SLIP0044_NUMBER'] as const
  const coins = profile.slip0044Form === 'NUMBER' ? [number, symbol] : [symbol, number]
  // Some counterparties of an earlier version accept DTIs, as TRISA's does at 3.1, but most do not.
  const preferred = profile.assetForm === 'DTI' && supportsDti(version) ? ['DTI' as const, ...coins] : [coins[0]]
  const order = new Set([...preferred, 'DTI' as const, ...coins, 'CAIP19' as const])
  return [...order].filter(
    (identifier): identifier is AssetIdentifier =>
      identifier !== undefined && wireFieldOf(asset, identifier) !== undefined,
  )
}

/**
 * The identifiers of `asset` to send: those set by an officer, otherwise the one that the counterparty has
 * accepted, otherwise the first one that it has not refused.
 *
 * Refused with `ASSET_NOT_EXPRESSIBLE` if `asset` has none of those that are set.
 */
export function chooseIdentifiers(
  asset: Asset,
  profile: WireProfile,
  { version, learned }: { readonly version: TrpVersion; readonly learned: LearnedIdentifier | undefined },
): Result<readonly AssetIdentifier[]> {
  if (profile.assetIdentifiers !== undefined) {
    const set = profile.assetIdentifiers.filter((identifier) => wireFieldOf(asset, identifier) !== undefined)
    if (set.length > 0) return ok(set)
    const message = `${asset.name} has none of the identifiers that the wire profile allows: ${profile.assetIdentifiers.join(', ')}.`
    return refuse('ASSET_NOT_EXPRESSIBLE', message)
  }
  const candidates = identifiersOf(asset, profile, version)
  const { accepted, refused = [] } = learned ?? {}
  const untried = candidates.find((identifier) => !refused.includes(identifier))
  const chosen = accepted ?? untried ?? candidates[0]
  return chosen === undefined
    ? refuse('ASSET_NOT_EXPRESSIBLE', `${asset.name} has no known identifier in TRP ${version}.`)
    : ok([chosen])
}

/** The `asset` field with these identifiers. */
export function encodeWireAsset(asset: Asset, identifiers: readonly AssetIdentifier[]): WireAsset {
  return Object.assign({}, ...identifiers.map((identifier) => wireFieldOf(asset, identifier)))
}

/**
 * What a counterparty's refusal of `refused`, sent as the only identifier, reveals; `undefined` if no
 * identifier is left to try, or if the counterparty has accepted one before.
 */
export function learnRefused(
  asset: Asset,
  profile: WireProfile,
  { version, learned, refused }: Trial & { readonly refused: AssetIdentifier },
): LearnedIdentifier | undefined {
  if (profile.assetIdentifiers !== undefined || learned?.accepted !== undefined) return undefined
  const all = [...new Set([...(learned?.refused ?? []), refused])]
  return identifiersOf(asset, profile, version).some((identifier) => !all.includes(identifier))
    ? { refused: all }
    : undefined
}

interface Trial {
  readonly version: TrpVersion
  readonly learned: LearnedIdentifier | undefined
}

function lookUp(assets: AssetRegistry, name: (typeof NAMES)[number], text: string): Asset | undefined {
  switch (name) {
    case 'dti':
      return assets.byDti(text)
    case 'slip0044':
      return assets.bySlip0044(text)
    case 'caip19':
      return assets.byCaip19(text)
  }
}

/** Undefined if absent or null; null if it cannot be an identifier. */
function identifierIn(value: unknown, field: (typeof NAMES)[number]): string | null | undefined {
  const found = isJsonObject(value) ? fieldOf(value, field) : undefined
  if (found === undefined) return undefined
  const text = found instanceof LosslessNumber && field === 'slip0044' ? found.value : found
  return typeof text === 'string' && text !== '' && text.length <= ASSET_IDENTIFIER_LENGTH_MAX ? text : null
}
