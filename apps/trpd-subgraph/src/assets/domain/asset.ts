import { type AmountUnit, type Decimal, fromBaseUnits } from '../../foundation/domain/amount.ts'
import type { AddressFormat } from './address-format.ts'

/** One asset on one ledger. */
export interface Asset {
  /** Id in our registry, such as `btc` or `usdc-ethereum`. Never renamed. */
  readonly id: string
  readonly name: string
  /** For display. Several assets may share a symbol. */
  readonly symbol: string
  /** Decimal places: one whole unit is 10^decimals base units. */
  readonly decimals: number
  /** The most that its ledger can ever issue, in whole units; absent if unknown. */
  readonly supplyMax?: Decimal
  /** Digital token identifier, ISO 24165; absent unless verified. */
  readonly dti?: string
  /** Registered coin type; absent for tokens. */
  readonly slip0044?: { readonly number: number; readonly symbol: string }
  /** CAIP-19 asset id. */
  readonly caip19: string
  /** The form of its payment addresses, memos and transaction hashes. */
  readonly addressFormat: AddressFormat
}

/** The CAIP-2 id of the ledger of `asset`. */
export function chainOf({ caip19 }: Pick<Asset, 'caip19'>): string {
  return caip19.slice(0, caip19.indexOf('/'))
}

/** The amount of a transfer in whole units; `undefined` while its unit is unknown. */
export function wholeAmount(
  { amount, amountUnit }: { readonly amount: string; readonly amountUnit?: AmountUnit | undefined },
  { decimals }: Asset,
): Decimal | undefined {
  if (amountUnit === undefined) return undefined
  return amountUnit === 'WHOLE' ? (amount as Decimal) : fromBaseUnits(BigInt(amount), decimals)
}

/** The assets of a node. Symbols are not unique, so they are never used as keys. */
export interface AssetRegistry {
  /** All supported assets, in order. */
  readonly all: readonly Asset[]
  byId(id: string): Asset | undefined
  byDti(dti: string): Asset | undefined
  /** The coin with this SLIP-0044 symbol (`BTC`) or number in digits (`0`). Never a token. */
  bySlip0044(coin: string): Asset | undefined
  /** Case matters, except in Ethereum contract addresses. */
  byCaip19(caip19: string): Asset | undefined
}

/** The registry of `assets`, whose ids and identifiers are unique. */
export function openAssetRegistry(assets: readonly Asset[]): AssetRegistry {
  const byId = new Map(assets.map((asset) => [asset.id, asset]))
  const byDti = new Map(assets.flatMap((asset) => (asset.dti === undefined ? [] : [[asset.dti, asset]])))
  const byCaip19 = new Map(assets.map((asset) => [canonicalCaip19(asset.caip19), asset]))
  const coins = assets.flatMap((asset) => (asset.slip0044 === undefined ? [] : [{ asset, ...asset.slip0044 }]))
  const byCoinSymbol = new Map(coins.map(({ asset, symbol }) => [symbol.toUpperCase(), asset]))
  const byCoinNumber = new Map(coins.map(({ asset, number }) => [String(number), asset]))
  return {
    all: assets,
    byId: (id) => byId.get(id),
    byDti: (dti) => byDti.get(dti.toUpperCase()),
    bySlip0044: (coin) => byCoinNumber.get(coin) ?? byCoinSymbol.get(coin.toUpperCase()),
    byCaip19: (caip19) => byCaip19.get(canonicalCaip19(caip19)),
  }
}

/** The normalized spelling used to compare CAIP-19 ids. */
export function canonicalCaip19(caip19: string): string {
  return caip19.startsWith('eip155:') ? caip19.toLowerCase() : caip19
}
