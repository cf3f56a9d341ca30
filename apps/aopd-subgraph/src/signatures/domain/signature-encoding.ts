import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'

/** The bytes of strict base64; `undefined` for any other string. */
export function decodeBase64(encoded: string): Uint8Array | undefined {
  try {
    return base64.decode(encoded)
  } catch {
    return undefined
  }
}

/** The bytes of hexadecimal digits, with or without `0x`; `undefined` for any other string. */
export function decodeHex(encoded: string): Uint8Array | undefined {
  const digits = encoded.replace(/^0x/i, '')
  if (digits.length === 0 || digits.length % 2 === 1 || !/^[0-9a-fA-F]+$/.test(digits)) return undefined
  return hexToBytes(digits)
}

/**
 * The public key that made this ECDSA signature over `hash`; `undefined` without one.
 *
 * `compact`: r and s, 32 bytes each. `recovery`: 0 to 3.
 */
export function recoverPublicKey(compact: Uint8Array, recovery: number, hash: Uint8Array) {
  try {
    return secp256k1.Signature.fromBytes(compact, 'compact').addRecoveryBit(recovery).recoverPublicKey(hash)
  } catch {
    return undefined
  }
}
