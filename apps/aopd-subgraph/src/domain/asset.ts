import { ok } from '@travel-rule/service/result'
import { type ProofResult, refuse } from './refusal.ts'

export type AssetSymbol = 'BTC' | 'ETH' | 'USDC' | 'USDT'

/** The address format and the signature scheme of an asset. */
export type AddressFamily = 'BITCOIN' | 'EVM'

export interface Asset {
  /** SLIP-0044 symbol, or the ticker of a token. */
  readonly symbol: AssetSymbol
  readonly name: string
  readonly family: AddressFamily
  /** The value of `asset` in an AOPP link; the key of a chain also signs for its tokens. */
  readonly aoppAsset: 'btc' | 'eth'
}

export const ASSETS: readonly Asset[] = [
  { symbol: 'BTC', name: 'Bitcoin', family: 'BITCOIN', aoppAsset: 'btc' },
  { symbol: 'ETH', name: 'Ether', family: 'EVM', aoppAsset: 'eth' },
  { symbol: 'USDC', name: 'USD Coin on EVM chains', family: 'EVM', aoppAsset: 'eth' },
  { symbol: 'USDT', name: 'Tether USD on EVM chains', family: 'EVM', aoppAsset: 'eth' },
]

/** The asset of a symbol in any letter case. Refused with `ASSET_UNSUPPORTED`. */
export function parseAsset(value: string): ProofResult<Asset> {
  const asset = ASSETS.find(({ symbol }) => symbol === value.trim().toUpperCase())
  if (asset) return ok(asset)
  const supported = ASSETS.map(({ symbol }) => symbol).join(', ')
  return refuse('ASSET_UNSUPPORTED', `asset: ownership proofs cover ${supported}. Use one of these symbols.`)
}

/** The asset of a stored symbol. */
export function assetOf(symbol: AssetSymbol): Asset {
  const asset = ASSETS.find((candidate) => candidate.symbol === symbol)
  if (!asset) throw new Error(`no asset ${symbol}`)
  return asset
}
