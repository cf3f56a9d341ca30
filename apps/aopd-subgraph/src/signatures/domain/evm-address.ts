import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { ok, refuse } from '@travel-rule/service/result'
import type { ProofResult } from '../../foundation/domain/refusal.ts'

export interface EvmAddress {
  readonly family: 'EVM'
  readonly type: 'EVM_ACCOUNT'
  /** With the EIP-55 checksum. */
  readonly canonical: string
  /** 20 bytes. */
  readonly payload: Uint8Array
}

const SHAPE = /^0x[0-9a-fA-F]{40}$/

/** The parsed EVM address. Mixed case must match the EIP-55 checksum; a single case has none. */
export function parseEvmAddress(value: string): ProofResult<EvmAddress> {
  if (!SHAPE.test(value)) return refuse('ADDRESS_INVALID', 'address: this is not 0x followed by 40 hexadecimal digits.')
  const digits = value.slice(2)
  const address = evmAddressOf(hexToBytes(digits))
  const singleCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  if (!singleCase && value !== address.canonical)
    return refuse('ADDRESS_INVALID', 'address: its checksum (EIP-55) is wrong, so a character was mistyped.')
  return ok(address)
}

/** The address of 20 bytes. Source: EIP-55. */
export function evmAddressOf(payload: Uint8Array): EvmAddress {
  const digits = bytesToHex(payload)
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  const mixed = [...digits].map((digit, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return { family: 'EVM', type: 'EVM_ACCOUNT', canonical: `0x${mixed.join('')}`, payload }
}
