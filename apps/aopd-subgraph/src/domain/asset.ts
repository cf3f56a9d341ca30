import { ok } from '@travel-rule/service/result'
import type { Address } from './address.ts'
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

/** The asset of a symbol, in any case. Refused with `ASSET_UNSUPPORTED` and the supported symbols. */
export function parseAsset(text: string): ProofResult<Asset> {
  const asset = ASSETS.find(({ symbol }) => symbol === text.trim().toUpperCase())
  if (asset) return ok(asset)
  const known = ASSETS.map(({ symbol }) => symbol).join(', ')
  return refuse('ASSET_UNSUPPORTED', `asset: ownership proofs cover ${known}. Use one of these symbols.`)
}

/** The asset of a stored symbol. */
export function assetOf(symbol: AssetSymbol): Asset {
  const asset = ASSETS.find((candidate) => candidate.symbol === symbol)
  if (!asset) throw new Error(`no asset ${symbol}`)
  return asset
}

export type SignatureScheme = 'BITCOIN_MESSAGE' | 'BIP_322_SIMPLE' | 'EIP_191'

/** A signature scheme by which ownership of an asset's addresses can be proven here. */
export interface SupportedMethod {
  readonly asset: Asset['symbol']
  readonly method: 'SIGNATURE'
  readonly scheme: SignatureScheme
  readonly addressTypes: readonly Address['type'][]
}

export function supportedMethods(asset: Asset): readonly SupportedMethod[] {
  const { symbol } = asset
  switch (asset.family) {
    case 'BITCOIN':
      return [
        { asset: symbol, method: 'SIGNATURE', scheme: 'BITCOIN_MESSAGE', addressTypes: ['P2PKH', 'P2SH', 'P2WPKH'] },
        { asset: symbol, method: 'SIGNATURE', scheme: 'BIP_322_SIMPLE', addressTypes: ['P2WPKH', 'P2TR'] },
      ]
    case 'EVM':
      return [{ asset: symbol, method: 'SIGNATURE', scheme: 'EIP_191', addressTypes: ['EVM_ACCOUNT'] }]
  }
}
