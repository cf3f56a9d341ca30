import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { equalBytes } from '@noble/curves/utils.js'
import { RawWitness, SigHash } from '@scure/btc-signer'
import { hash160 } from '@scure/btc-signer/utils.js'
import { bip322Preimage } from './bip322-preimage.ts'
import type { BitcoinAddress } from './bitcoin-address.ts'
import { decodeBase64 } from './signature-text.ts'
import { type Verdict, verdictsOf } from './verdict.ts'

const { valid, invalid, notCovered } = verdictsOf('bip-322-simple/1')

const FORM_CHARACTERS = 3

/** First byte of a taproot annex (BIP-341). */
const ANNEX = 0x50

/** The first leaf version that is in use (BIP-342); lower ones, few and unused, are the first byte of a key or of a script elsewhere. */
const LEAF_VERSION_MIN = 0xc0

/** Whether `text` says itself that it is a BIP-322 signature: `smp` simple, `ful` full, `pof` proof of funds. */
export function isBip322(text: string): boolean {
  return /^(smp|ful|pof)/.test(text)
}

/**
 * Checks a BIP-322 signature in the simple form, of P2WPKH and of P2TR by its key path; every other kind of address, and the
 * forms `ful` and `pof`, are inconclusive. Without prefix the simple form is assumed. A text that is no signature of any form is invalid for
 * every kind of address, so that a slip of the clipboard does not end the proof.
 *
 * Source: BIP-322 2.0.0, "Simple", "Verification", "Required consensus and policy rules".
 */
export function verifyBip322(address: BitcoinAddress, message: string, text: string): Verdict {
  const bytes = decodeBase64(isBip322(text) ? text.slice(FORM_CHARACTERS) : text)
  if (/^(ful|pof)/.test(text) && bytes?.length)
    return notCovered(`BIP-322 signatures of the form "${text.slice(0, FORM_CHARACTERS)}"`)
  const witness = bytes && decodeWitness(bytes)
  if (!witness?.length) return invalid('SIGNATURE_MALFORMED', 'this is neither a message signature nor a BIP-322 one')
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
  const sound = attempt(() =>
    secp256k1.verify(signature.subarray(0, -1), hash, publicKey, { prehash: false, format: 'der', lowS: true }),
  )
  return sound
    ? valid('signed by the key of the address (BIP-322, P2WPKH)')
    : invalid('SIGNER_MISMATCH', 'the signature is not over this text')
}

function verifyTaproot(address: BitcoinAddress, message: string, witness: readonly Uint8Array[]): Verdict {
  const [signature, second] = witness
  if (witness.length === 2 && second?.[0] === ANNEX) return notCovered('a taproot annex')
  if (witness.length > 1)
    return isControlBlock(witness.at(witness.at(-1)?.[0] === ANNEX ? -2 : -1))
      ? notCovered('taproot script paths')
      : invalid('SIGNER_MISMATCH', 'the witness is not one of a taproot address')
  if (signature?.length !== 64 && signature?.length !== 65)
    return invalid('SIGNATURE_MALFORMED', 'a taproot key path witness is one signature of 64 or 65 bytes')
  const sigHash = signature[64] ?? SigHash.DEFAULT
  if (signature.length === 65 && sigHash !== SigHash.ALL)
    return invalid('SIGNATURE_MALFORMED', 'BIP-322 allows SIGHASH_ALL only')
  const hash = bip322Preimage(address, message, sigHash)
  const sound = attempt(() => schnorr.verify(signature.subarray(0, 64), hash, address.payload))
  return sound
    ? valid('signed by the key of the address (BIP-322, P2TR)')
    : invalid('SIGNER_MISMATCH', 'the signature is by another key, or over another text')
}

/** Whether it can be the proof that a script belongs to a taproot key: leaf version, key, path. Source: BIP-341, "Script validation rules". */
function isControlBlock(bytes: Uint8Array | undefined): boolean {
  const [version] = bytes ?? []
  return (
    version !== undefined &&
    version >= LEAF_VERSION_MIN &&
    bytes?.length !== undefined &&
    bytes.length % 32 === 1 &&
    bytes.length >= 33
  )
}

function decodeWitness(bytes: Uint8Array): readonly Uint8Array[] | undefined {
  try {
    return RawWitness.decode(bytes)
  } catch {
    return undefined
  }
}

/** What the library throws for bytes that are no signature is a "no". */
function attempt(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
