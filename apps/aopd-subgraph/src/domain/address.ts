import type { Asset } from './asset.ts'
import { type BitcoinAddress, parseBitcoinAddress } from './bitcoin-address.ts'
import { type EvmAddress, parseEvmAddress } from './evm-address.ts'
import type { Parsed } from './refusal.ts'

/** A checked address. Two addresses are the same when their `canonical` texts are. */
export type Address = BitcoinAddress | EvmAddress

export const ADDRESS_CHARACTERS_MAX = 128

/** The address that `text` is for `asset`, or `ADDRESS_INVALID` or `ADDRESS_WRONG_NETWORK` with the reason. */
export function parseAddress(asset: Asset, text: string): Parsed<Address> {
  const trimmed = text.trim().slice(0, ADDRESS_CHARACTERS_MAX + 1)
  switch (asset.family) {
    case 'BITCOIN':
      return parseBitcoinAddress(trimmed)
    case 'EVM':
      return parseEvmAddress(trimmed)
  }
}
