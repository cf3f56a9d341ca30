import type { ProofResult } from '../../foundation/domain/refusal.ts'
import type { Asset } from './asset.ts'
import { type BitcoinAddress, parseBitcoinAddress } from './bitcoin-address.ts'
import { type EvmAddress, parseEvmAddress } from './evm-address.ts'

/** A parsed address. Two addresses are equal when their `canonical` strings are. */
export type Address = BitcoinAddress | EvmAddress

export const ADDRESS_CHARACTERS_MAX = 128

/** The parsed address of an asset. Refused with `ADDRESS_INVALID` or `ADDRESS_WRONG_NETWORK`. */
export function parseAddress(asset: Asset, address: string): ProofResult<Address> {
  const trimmed = address.trim().slice(0, ADDRESS_CHARACTERS_MAX + 1)
  switch (asset.family) {
    case 'BITCOIN':
      return parseBitcoinAddress(trimmed)
    case 'EVM':
      return parseEvmAddress(trimmed)
  }
}
