import { equalBytes } from '@noble/curves/utils.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { type EvmAddress, evmAddressOf } from './evm-address.ts'
import { recoverPublicKey } from './signature-encoding.ts'
import { type Verdict, verdictsOf } from './verdict.ts'

const { valid, invalid, inconclusive, notCovered } = verdictsOf('eip-191/1')

export const EVM_SIGNATURE_BYTES = 65
/** Length of a compact signature. Source: EIP-2098. */
export const EVM_COMPACT_SIGNATURE_BYTES = 64

/**
 * The verdict on an EVM account's `personal_sign` signature.
 *
 * Inconclusive if another account signed, or if the signature is longer: the address may be a contract wallet
 * (EIP-1271, ERC-6492), which only a node of the chain can check.
 *
 * @param signature 65 bytes (r, s, v with v in 0, 1, 27, 28) or 64 bytes (EIP-2098).
 */
export function verifyEip191(address: EvmAddress, message: string, signature: Uint8Array): Verdict {
  if (isRepeated(signature)) return invalid('SIGNATURE_MALFORMED', 'the signature is repeated')
  if (signature.length > EVM_SIGNATURE_BYTES)
    return notCovered('signatures of contract wallets (EIP-1271, ERC-6492) need a node of the chain')
  const parts = split(signature)
  if (!parts)
    return invalid(
      'SIGNATURE_MALFORMED',
      'an EVM account signature has 65 bytes that end in 0, 1, 27 or 28, or 64 bytes',
    )
  const key = recoverPublicKey(parts.compact, parts.recovery, eip191Hash(message))
  if (!key) return invalid('SIGNATURE_MALFORMED', 'no public key can be recovered from this signature')
  const signer = evmAddressOf(keccak_256(key.toBytes(false).subarray(1)).subarray(12))
  if (signer.canonical !== address.canonical)
    return inconclusive(
      'SIGNER_MISMATCH',
      `the signature is by ${signer.canonical}, or over another message; an owner of a contract wallet (EIP-1271) and typed data (EIP-712) look the same, and only a node of the chain can tell`,
    )
  return valid('signed by the account (EIP-191)')
}

/** The hash that is signed; the length counts bytes of UTF-8. Source: EIP-191, version 0x45. */
export function eip191Hash(message: string): Uint8Array {
  const bytes = utf8ToBytes(message)
  return keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes))
}

/** True if the same signature was pasted twice. The signatures of a contract wallet are by different keys. */
function isRepeated(signature: Uint8Array): boolean {
  const first = signature.subarray(0, EVM_SIGNATURE_BYTES)
  return signature.length === 2 * EVM_SIGNATURE_BYTES && equalBytes(first, signature.subarray(EVM_SIGNATURE_BYTES))
}

function split(signature: Uint8Array): { compact: Uint8Array; recovery: number } | undefined {
  if (signature.length === EVM_COMPACT_SIGNATURE_BYTES) {
    const compact = signature.slice()
    const top = compact[32] ?? 0
    compact[32] = top & 0x7f
    return { compact, recovery: top >> 7 }
  }
  const v = signature[64]
  if (v === undefined) return undefined
  const recovery = v >= 27 ? v - 27 : v
  return recovery > 1 ? undefined : { compact: signature.subarray(0, 64), recovery }
}
