import { schnorr } from '@noble/curves/secp256k1.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { Address as addressCoder, OutScript, Script, Transaction } from '@scure/btc-signer'
import { sha256x2 } from '@scure/btc-signer/utils.js'
import type { BitcoinAddress } from './bitcoin-address.ts'

const NO_AMOUNT = 0n

/**
 * The hash that a key of `address` (P2WPKH or P2TR) signs to sign `message`.
 *
 * @param sigHash SIGHASH_ALL (1), or for taproot also SIGHASH_DEFAULT (0)
 */
export function bip322Preimage(address: BitcoinAddress, message: string, sigHash: number): Uint8Array {
  const script = outputScript(address)
  const toSign = bip322ToSign(script, message)
  if (address.type === 'P2TR') return toSign.preimageWitnessV1(0, [script], sigHash, [NO_AMOUNT])
  const keyHashScript = OutScript.encode({ type: 'pkh', hash: address.payload })
  return toSign.preimageWitnessV0(0, keyHashScript, sigHash, NO_AMOUNT)
}

/** Source: BIP-340 tagged hash with the tag of BIP-322. */
export function bip322MessageHash(message: string): Uint8Array {
  return schnorr.utils.taggedHash('BIP0322-signed-message', utf8ToBytes(message))
}

/**
 * The virtual transaction that pays to the address, without witness.
 *
 * Serialised here, because the library takes no output after an input with a final scriptSig. Source: BIP-322, "Full".
 */
export function bip322ToSpend(script: Uint8Array, message: string): Uint8Array {
  const scriptSig = Script.encode(['OP_0', bip322MessageHash(message)])
  return concatBytes(
    Uint8Array.of(0, 0, 0, 0, 1),
    new Uint8Array(32),
    Uint8Array.of(0xff, 0xff, 0xff, 0xff, scriptSig.length),
    scriptSig,
    Uint8Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, script.length),
    script,
    Uint8Array.of(0, 0, 0, 0),
  )
}

/** The virtual transaction that spends it. */
export function bip322ToSign(script: Uint8Array, message: string): Transaction {
  const txid = sha256x2(bip322ToSpend(script, message)).reverse()
  const toSign = new Transaction({ version: 0, allowUnknownOutputs: true })
  toSign.addInput({ txid, index: 0, sequence: 0, witnessUtxo: { amount: NO_AMOUNT, script } })
  toSign.addOutput({ amount: NO_AMOUNT, script: Script.encode(['RETURN']) })
  return toSign
}

/** The scriptPubKey of a mainnet address. */
export function outputScript(address: BitcoinAddress): Uint8Array {
  const decoded = addressCoder().decode(address.canonical)
  if (decoded.type === 'unknown') throw new Error('an address of unknown type was parsed')
  return OutScript.encode(decoded)
}
