import { ASSETS } from './asset-registry.ts'

/** One asset on one ledger. */
export interface Asset {
  /** Our registry id, such as `btc` or `usdc-ethereum`. Never renamed. */
  readonly id: string
  readonly name: string
  /** For people; several assets may share one, so it is never a key. */
  readonly symbol: string
  /** Digits behind the point: one whole unit is ten to this power smallest units. */
  readonly decimals: number
  /** Digital token identifier, ISO 24165; absent where we are not sure of it. */
  readonly dti?: string
  /** Registered coin type; tokens have none. */
  readonly slip0044?: { readonly number: number; readonly symbol: string }
  /** Asset id across chains, CAIP-19. */
  readonly caip19: string
}

const byId = new Map(ASSETS.map((asset) => [asset.id, asset]))
const byDti = new Map(ASSETS.flatMap((asset) => (asset.dti === undefined ? [] : [[asset.dti, asset]])))
const byCaip19 = new Map(ASSETS.map((asset) => [asset.caip19, asset]))
const coins = ASSETS.flatMap((asset) => (asset.slip0044 === undefined ? [] : [{ asset, ...asset.slip0044 }]))
const byCoinSymbol = new Map(coins.map(({ asset, symbol }) => [symbol, asset]))
const byCoinNumber = new Map(coins.map(({ asset, number }) => [String(number), asset]))

/** The asset with our id `id`; undefined when there is none. */
export function assetById(id: string): Asset | undefined {
  return byId.get(id)
}

/** The asset with the digital token identifier `dti`; undefined when we know none. */
export function assetByDti(dti: string): Asset | undefined {
  return byDti.get(dti.toUpperCase())
}

/** The coin that SLIP-0044 lists under `coin`, a symbol (`BTC`) or a number written in digits (`0`). Never a token. */
export function assetBySlip0044(coin: string): Asset | undefined {
  return byCoinNumber.get(coin) ?? byCoinSymbol.get(coin.toUpperCase())
}

/** The asset with the CAIP-19 id `caip19`; undefined when we know none. Case matters except in Ethereum's contract addresses. */
export function assetByCaip19(caip19: string): Asset | undefined {
  return byCaip19.get(caip19.startsWith('eip155:') ? caip19.toLowerCase() : caip19)
}

/** Every asset we know, in the order of the registry. */
export function listAssets(): readonly Asset[] {
  return ASSETS
}
