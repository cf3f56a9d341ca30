import { ok, refuse } from '@travel-rule/service/result'
import type { ProofResult } from '../../foundation/domain/refusal.ts'

/** The address format and the signature scheme of an asset. */
export type AddressFamily = 'BITCOIN' | 'EVM'

export interface Asset {
  /** The key in stored proofs: the symbol of a built-in asset, the id of any other. Never renamed. */
  readonly key: string
  /** The ids in trpd's registry that stand for this asset. */
  readonly ids: readonly string[]
  /** For display. Assets added by an operator may share a symbol. */
  readonly symbol: string
  readonly name: string
  readonly family: AddressFamily
}

/** The assets whose addresses can be proven by default. */
export const BUILT_IN_ASSETS: readonly Asset[] = [
  { key: 'BTC', ids: ['btc'], symbol: 'BTC', name: 'Bitcoin', family: 'BITCOIN' },
  { key: 'ETH', ids: ['eth'], symbol: 'ETH', name: 'Ether', family: 'EVM' },
  {
    key: 'USDC',
    ids: ['usdc-ethereum', 'usdc-base'],
    symbol: 'USDC',
    name: 'USD Coin on EVM chains',
    family: 'EVM',
  },
  { key: 'USDT', ids: ['usdt-ethereum'], symbol: 'USDT', name: 'Tether USD on EVM chains', family: 'EVM' },
]

/** The assets of a node whose addresses can be proven. */
export interface ProvableAssets {
  readonly all: readonly Asset[]
  /**
   * The asset with this id, in any letter case, or the built-in one with this symbol. Refused with
   * `ASSET_UNSUPPORTED`.
   */
  parse(value: string): ProofResult<Asset>
  /** The asset of a stored proof. The service checks at start that it is known. */
  of(key: string): Asset
}

/** The provable assets among `assets`, whose keys are unique. */
export function openProvableAssets(assets: readonly Asset[] = BUILT_IN_ASSETS): ProvableAssets {
  const byKey = new Map(assets.map((asset) => [asset.key, asset]))
  const byName = new Map(
    assets.flatMap((asset) => [asset.key, ...asset.ids].map((name) => [name.toLowerCase(), asset])),
  )
  return {
    all: assets,
    parse(value) {
      const asset = byName.get(value.trim().toLowerCase())
      if (asset) return ok(asset)
      const supported = assets.map(({ key }) => key).join(', ')
      return refuse('ASSET_UNSUPPORTED', `asset: ownership proofs cover ${supported}. Use one of these.`)
    },
    of(key) {
      const asset = byKey.get(key)
      if (!asset) throw new Error(`no asset ${key}`)
      return asset
    },
  }
}
