import { secp256k1 } from '@noble/curves/secp256k1.js'

/**
 * The point whose key made this ECDSA signature over `hash`, or `undefined` when there is none.
 *
 * @param compact r and s, 32 bytes each
 * @param recovery 0 to 3
 */
export function recoverPublicKey(compact: Uint8Array, recovery: number, hash: Uint8Array) {
  try {
    return secp256k1.Signature.fromBytes(compact, 'compact').addRecoveryBit(recovery).recoverPublicKey(hash)
  } catch {
    return undefined
  }
}
