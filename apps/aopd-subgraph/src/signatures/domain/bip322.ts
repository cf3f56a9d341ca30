import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { equalBytes } from '@noble/curves/utils.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { Address as addressCoder, OutScript, RawWitness, Script, SigHash, Transaction } from '@scure/btc-signer'
import { hash160, sha256x2 } from '@scure/btc-signer/utils.js'
import type { BitcoinAddress } from './bitcoin-address.ts'
import { decodeBase64 } from './signature-encoding.ts'
import { type Verdict, verdictsOf } from './verdict.ts'

const { valid, invalid, notCovered } = verdictsOf('bip-322-simple/1')

const FORM_CHARACTERS = 3

/** First byte of a taproot annex. Source: BIP-341. */
const ANNEX = 0x50

/** First leaf version in use (BIP-342). Lower bytes start a key or a script in other witnesses. */
const LEAF_VERSION_MIN = 0xc0

/** True if the signature has a BIP-322 prefix: `smp` simple, `ful` full, `pof` proof of funds. */
export function isBip322(signature: string): boolean {
  return /^(smp|ful|pof)/.test(signature)
}

/**
 * The verdict on a BIP-322 signature in the simple form, for P2WPKH and for the key path of P2TR.
 *
 * Other address types and the forms `ful` and `pof` are inconclusive. A string without a prefix is parsed as
 * the simple form. A string that is not a signature at all is invalid for every address type, so that the
 * customer notices the copying mistake.
 *
 * Source: BIP-322 2.0.0, "Simple", "Verification", "Required consensus and policy rules".
 */
export function verifyBip322(address: BitcoinAddress, message: string, signature: string): Verdict {
  const bytes = decodeBase64(isBip322(signature) ? signature.slice(FORM_CHARACTERS) : signature)
  if (/^(ful|pof)/.test(signature) && bytes?.length)
    return notCovered(`BIP-322 signatures of the form "${signature.slice(0, FORM_CHARACTERS)}"`)
  const witness = bytes && decodeWitness(bytes)
  if (!witness?.length)
    return invalid('SIGNATURE_MALFORMED', 'this is neither a message signature nor a BIP-322 signature')
  if (address.type !== 'P2WPKH' && address.type !== 'P2TR') return notCovered(`BIP-322 for ${address.type} addresses`)
  return address.type === 'P2WPKH'
    ? verifyWitnessKeyHash(address, message, witness)
    : verifyTaproot(address, message, witness)
}

function verifyWitnessKeyHash(address: BitcoinAddress, message: string, witness: readonly Uint8Array[]): Verdict {
  const [signature, publicKey] = witness
  if (witness.length !== 2 || !signature || publicKey?.length !== 33)
    return invalid('SIGNATURE_MALFORMED', 'a P2WPKH witness is a signature and a compressed key')
  if (!equalBytes(hash160(publicKey), address.payload))
    return invalid('SIGNER_MISMATCH', 'the signature is by the key of another address')
  if (signature.at(-1) !== SigHash.ALL) return invalid('SIGNATURE_MALFORMED', 'BIP-322 allows SIGHASH_ALL only')
  const hash = bip322Preimage(address, message, SigHash.ALL)
  const isValid = attempt(() =>
    secp256k1.verify(signature.subarray(0, -1), hash, publicKey, { prehash: false, format: 'der', lowS: true }),
  )
  return isValid
    ? valid('signed by the key of the address (BIP-322, P2WPKH)')
    : invalid('SIGNER_MISMATCH', 'the signature is not over this message')
}

function verifyTaproot(address: BitcoinAddress, message: string, witness: readonly Uint8Array[]): Verdict {
  const [signature, second] = witness
  if (witness.length === 2 && second?.[0] === ANNEX) return notCovered('a taproot annex')
  if (witness.length > 1)
    return isControlBlock(witness.at(witness.at(-1)?.[0] === ANNEX ? -2 : -1))
      ? notCovered('taproot script paths')
      : invalid('SIGNER_MISMATCH', 'the witness is not that of a taproot address')
  if (signature?.length !== 64 && signature?.length !== 65)
    return invalid('SIGNATURE_MALFORMED', 'a taproot key path witness is one signature of 64 or 65 bytes')
  const sigHash = signature[64] ?? SigHash.DEFAULT
  if (signature.length === 65 && sigHash !== SigHash.ALL)
    return invalid('SIGNATURE_MALFORMED', 'BIP-322 allows SIGHASH_ALL only')
  const hash = bip322Preimage(address, message, sigHash)
  const isValid = attempt(() => schnorr.verify(signature.subarray(0, 64), hash, address.payload))
  return isValid
    ? valid('signed by the key of the address (BIP-322, P2TR)')
    : invalid('SIGNER_MISMATCH', 'the signature is by another key, or over another message')
}

/** True if the bytes have the shape of a control block. Source: BIP-341, "Script validation rules". */
function isControlBlock(bytes: Uint8Array | undefined): boolean {
  const { 0: version = 0, length = 0 } = bytes ?? []
  return version >= LEAF_VERSION_MIN && length >= 33 && length % 32 === 1
}

function decodeWitness(bytes: Uint8Array): readonly Uint8Array[] | undefined {
  try {
    return RawWitness.decode(bytes)
  } catch {
    return undefined
  }
}

/** The result of `check`; false if it throws, as the library does for malformed signatures. */
function attempt(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}

const NO_AMOUNT = 0n

/**
 * The hash that the key of `address` (P2WPKH or P2TR) signs for `message`.
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

/** The tagged hash of a message. Source: BIP-340, with the tag of BIP-322. */
export function bip322MessageHash(message: string): Uint8Array {
  return schnorr.utils.taggedHash('BIP0322-signed-message', utf8ToBytes(message))
}

/**
 * The virtual transaction that pays to the address, without witness.
 *
 * Serialised here, because the library rejects outputs after an input with a final scriptSig.
 * Source: BIP-322, "Full".
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

/** The virtual transaction that spends `to_spend`. */
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
