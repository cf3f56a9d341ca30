import { type Parsed, parsed, refused } from './refusal.ts'

export type AssetSymbol = 'BTC' | 'ETH' | 'USDC' | 'USDT'

/** How addresses of an asset look and how their keys sign. */
export type AddressFamily = 'BITCOIN' | 'EVM'

export interface Asset {
  /** SLIP-0044 symbol, or the ticker of a token. */
  readonly symbol: AssetSymbol
  readonly name: string
  readonly family: AddressFamily
  /** The value of `asset` in an AOPP link: tokens are signed for with the key of their chain. */
  readonly aoppAsset: 'btc' | 'eth'
}

export const ASSETS: readonly Asset[] = [
  { symbol: 'BTC', name: 'Bitcoin', family: 'BITCOIN', aoppAsset: 'btc' },
  { symbol: 'ETH', name: 'Ether', family: 'EVM', aoppAsset: 'eth' },
  { symbol: 'USDC', name: 'USD Coin on EVM chains', family: 'EVM', aoppAsset: 'eth' },
  { symbol: 'USDT', name: 'Tether USD on EVM chains', family: 'EVM', aoppAsset: 'eth' },
]

/** The asset of a symbol in any case, or `ASSET_UNSUPPORTED` with the symbols that would do. */
export function parseAsset(text: string): Parsed<Asset> {
  const asset = ASSETS.find(({ symbol }) => symbol === text.trim().toUpperCase())
  if (asset) return parsed(asset)
  const known = ASSETS.map(({ symbol }) => symbol).join(', ')
  return refused('ASSET_UNSUPPORTED', `asset: ownership proofs cover ${known}. Use one of these symbols.`)
}

/** The asset of a symbol that this service stored itself. */
export function assetOf(symbol: AssetSymbol): Asset {
  const asset = ASSETS.find((candidate) => candidate.symbol === symbol)
  if (!asset) throw new Error(`no asset ${symbol}`)
  return asset
}
