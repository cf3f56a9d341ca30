import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { p2wpkh } from '@scure/btc-signer'

/** A customer's wallet with one address. */
export interface Wallet {
  readonly address: string
  sign(message: string): string
}

/** A segwit wallet with a fresh key that signs like Bitcoin Core (BIP-137, P2WPKH header). */
export function openBitcoinWallet(): Wallet {
  const secretKey = secp256k1.utils.randomSecretKey()
  const { address } = p2wpkh(secp256k1.getPublicKey(secretKey, true))
  if (address === undefined) throw new Error('the key has no address')
  return {
    address,
    sign(message) {
      const bytes = utf8ToBytes(message)
      // Sufficient for a challenge; longer messages need a longer length prefix.
      const length =
        bytes.length < 253 ? Uint8Array.of(bytes.length) : Uint8Array.of(253, bytes.length & 255, bytes.length >> 8)
      const hash = sha256(sha256(concatBytes(utf8ToBytes('\x18Bitcoin Signed Message:\n'), length, bytes)))
      const signature = secp256k1.sign(hash, secretKey, { prehash: false, format: 'recovered' })
      return Buffer.from([39 + (signature[0] ?? 0), ...signature.subarray(1)]).toString('base64')
    },
  }
}

/** An EVM account with a fresh key that signs with `personal_sign`. Its address has no checksum. */
export function openEvmWallet(): Wallet {
  const secretKey = secp256k1.utils.randomSecretKey()
  const publicKey = secp256k1.getPublicKey(secretKey, false)
  return {
    address: `0x${bytesToHex(keccak_256(publicKey.subarray(1)).subarray(12))}`,
    sign(message) {
      const bytes = utf8ToBytes(message)
      const hash = keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes))
      const signature = secp256k1.sign(hash, secretKey, { prehash: false, format: 'recovered' })
      return `0x${bytesToHex(signature.subarray(1))}${(27 + (signature[0] ?? 0)).toString(16)}`
    },
  }
}
