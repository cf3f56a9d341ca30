import { fieldOf, isJsonObject } from '../../foundation/domain/json.ts'
import type { Asset } from './asset.ts'

/** An identifier of an asset as it is written in an inquiry. */
export type AssetIdentifier = (typeof ASSET_IDENTIFIERS)[number]

/** All ways to identify an asset. A coin type is written as `"BTC"` or as `0`. */
export const ASSET_IDENTIFIERS = ['DTI', 'SLIP0044_SYMBOL', 'SLIP0044_NUMBER', 'CAIP19'] as const

/** What a counterparty's responses have shown about the identifiers of one asset. */
export interface LearnedIdentifier {
  /** The identifier with which an inquiry was accepted. */
  readonly accepted?: AssetIdentifier
  /** The identifiers that it refused, without duplicates. */
  readonly refused: readonly AssetIdentifier[]
}

/** Keyed by asset id. */
export type LearnedIdentifiers = Readonly<Record<string, LearnedIdentifier>>

/** The `asset` field of an inquiry. */
export interface WireAsset {
  readonly dti?: string
  readonly slip0044?: string | number
  readonly caip19?: string
}

/** The `asset` field with this identifier; `undefined` if `asset` lacks it. */
export function wireFieldOf({ dti, slip0044, caip19 }: Asset, identifier: AssetIdentifier): WireAsset | undefined {
  switch (identifier) {
    case 'DTI':
      return dti === undefined ? undefined : { dti }
    case 'SLIP0044_SYMBOL':
      return slip0044 && { slip0044: slip0044.symbol }
    case 'SLIP0044_NUMBER':
      return slip0044 && { slip0044: slip0044.number }
    case 'CAIP19':
      return { caip19 }
  }
}

/** The identifiers in an `asset` field that we wrote. */
export function identifiersIn(value: unknown): readonly AssetIdentifier[] {
  if (!isJsonObject(value)) return []
  const coin = fieldOf(value, 'slip0044')
  const present: Readonly<Record<AssetIdentifier, boolean>> = {
    DTI: fieldOf(value, 'dti') !== undefined,
    SLIP0044_SYMBOL: typeof coin === 'string',
    SLIP0044_NUMBER: coin !== undefined && typeof coin !== 'string',
    CAIP19: fieldOf(value, 'caip19') !== undefined,
  }
  return ASSET_IDENTIFIERS.filter((identifier) => present[identifier])
}
