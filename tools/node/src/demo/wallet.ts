import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { p2wpkh } from '@scure/btc-signer'

export interface Wallet {
  /** A native segwit address (bc1q…). */
  readonly address: string
  /** The signature in base64, with the header byte of a compressed key (31 to 34). */
  sign(message: string): string
}

/** A Bitcoin wallet with a newly generated key. */
export function createWallet(): Wallet {
  const key = secp256k1.utils.randomSecretKey()
  const { address } = p2wpkh(secp256k1.getPublicKey(key, true))
  if (address === undefined) throw new Error('the generated key has no address')
  return {
    address,
    sign(message) {
      const signature = secp256k1.sign(hashMessage(message), key, { prehash: false, format: 'recovered' })
      signature[0] = 31 + (signature[0] ?? 0)
      return Buffer.from(signature).toString('base64')
    },
  }
}

/** Double SHA-256 of prefix, length and message. The message must be shorter than 64 KiB. */
function hashMessage(message: string): Uint8Array {
  const bytes = Buffer.from(message)
  const length = bytes.length < 253 ? [bytes.length] : [253, bytes.length & 0xff, bytes.length >> 8]
  return sha256(sha256(Buffer.concat([Buffer.from('\x18Bitcoin Signed Message:\n'), Buffer.from(length), bytes])))
}
