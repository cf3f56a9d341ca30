import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { p2pkh, p2sh, p2tr, p2wpkh, RawWitness, SigHash } from '@scure/btc-signer'
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js'
import { bip322Preimage } from '../signatures/domain/bip322.ts'
import { parseBitcoinAddress } from '../signatures/domain/bitcoin-address.ts'
import { bitcoinMessageHash } from '../signatures/domain/bitcoin-message.ts'
import { eip191Hash } from '../signatures/domain/eip191.ts'
import { evmAddressOf } from '../signatures/domain/evm-address.ts'

/** A customer's key for tests: its addresses, and message signatures in every form that wallets use. */
export function openCustomerWallet(secretKey: Uint8Array = secp256k1.utils.randomSecretKey()) {
  const publicKey = secp256k1.getPublicKey(secretKey, true)
  const uncompressed = secp256k1.getPublicKey(secretKey, false)
  const addresses = {
    p2pkh: addressOf(p2pkh(publicKey)),
    p2pkhUncompressed: addressOf(p2pkh(uncompressed)),
    p2sh: addressOf(p2sh(p2wpkh(publicKey))),
    p2wpkh: addressOf(p2wpkh(publicKey)),
    p2tr: addressOf(p2tr(publicKey.subarray(1))),
    evm: evmAddressOf(keccak_256(uncompressed.subarray(1)).subarray(12)).canonical,
  }
  return {
    addresses,
    /** @param header the form: 27 uncompressed, 31 compressed or AOPP, 35 P2SH-P2WPKH, 39 P2WPKH */
    signBitcoinMessage(message: string, header: 27 | 31 | 35 | 39 = 31): string {
      const signature = secp256k1.sign(bitcoinMessageHash(message), secretKey, { prehash: false, format: 'recovered' })
      return base64.encode(concatBytes(Uint8Array.of(header + (signature[0] ?? 0)), signature.subarray(1)))
    },
    /** @param first the lower of the two values of v: 27, or 0 for some hardware wallets */
    signEip191(message: string, first: 0 | 27 = 27): string {
      const signature = secp256k1.sign(eip191Hash(message), secretKey, { prehash: false, format: 'recovered' })
      return `0x${bytesToHex(signature.subarray(1))}${bytesToHex(Uint8Array.of(first + (signature[0] ?? 0)))}`
    },
    signBip322(message: string, kind: 'p2wpkh' | 'p2tr'): string {
      const address = parseBitcoinAddress(addresses[kind])
      if (!address.ok) throw new Error('the address of the wallet cannot be parsed')
      if (kind === 'p2tr') {
        const hash = bip322Preimage(address.value, message, SigHash.DEFAULT)
        return `smp${base64.encode(RawWitness.encode([schnorr.sign(hash, taprootTweakPrivKey(secretKey))]))}`
      }
      const hash = bip322Preimage(address.value, message, SigHash.ALL)
      const der = secp256k1.sign(hash, secretKey, { prehash: false, format: 'der' })
      return `smp${base64.encode(RawWitness.encode([concatBytes(der, Uint8Array.of(SigHash.ALL)), publicKey]))}`
    },
  }
}

function addressOf({ address }: { readonly address?: string }): string {
  if (address === undefined) throw new Error('this output has no address')
  return address
}
