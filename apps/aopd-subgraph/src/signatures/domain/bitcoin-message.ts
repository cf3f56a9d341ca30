import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { CompactSize, p2pkh, p2sh, p2wpkh } from '@scure/btc-signer'
import { sha256x2 } from '@scure/btc-signer/utils.js'
import type { BitcoinAddress } from './bitcoin-address.ts'
import { recoverPublicKey } from './signature-encoding.ts'
import { type Verdict, verdictsOf } from './verdict.ts'

const { valid, invalid, notCovered } = verdictsOf('bitcoin-message/1')

export const BITCOIN_MESSAGE_SIGNATURE_BYTES = 65

/**
 * The verdict on a recoverable signature over a Bitcoin signed message.
 *
 * The header byte is 27 plus 0–3 for uncompressed P2PKH, 4–7 for compressed P2PKH (AOPP wallets
 * also use these for segwit), 8–11 for P2SH-P2WPKH, 12–15 for P2WPKH; its lower two bits are the
 * recovery id.
 * Source: Bitcoin Core signmessage; BIP-137; AOPP, "Signature".
 *
 * @param signature 65 bytes: header, r, s
 */
export function verifyBitcoinMessage(address: BitcoinAddress, message: string, signature: Uint8Array): Verdict {
  if (address.type === 'P2TR')
    return invalid('HEADER_MISMATCH', 'BIP-137 has no signatures for taproot addresses: sign with BIP-322')
  if (address.type === 'P2WSH') return notCovered('a message signature by one key cannot speak for a P2WSH script')
  const header = signature[0]
  if (signature.length !== BITCOIN_MESSAGE_SIGNATURE_BYTES || header === undefined)
    return invalid('SIGNATURE_MALFORMED', 'a Bitcoin message signature has 65 bytes')
  const form = formOf(header)
  if (!form)
    return invalid('SIGNATURE_MALFORMED', `${header} is not a header of a Bitcoin message signature (27 to 42)`)
  if (!form.types.includes(address.type))
    return invalid('HEADER_MISMATCH', `header ${header} is for ${form.name}, the address is ${address.type}`)
  const key = recoverPublicKey(signature.subarray(1), (header - 27) & 3, bitcoinMessageHash(message))
  if (!key) return invalid('SIGNATURE_MALFORMED', 'no public key can be recovered from this signature')
  if (addressOf(address.type, key.toBytes(form.compressed)) !== address.canonical)
    return invalid('SIGNER_MISMATCH', 'the signature is by the key of another address, or over another message')
  return valid(`signed by the key of the address (${form.name})`)
}

/** The hash that is signed. Source: Bitcoin Core, `MessageHash`. */
export function bitcoinMessageHash(message: string): Uint8Array {
  const bytes = utf8ToBytes(message)
  const magic = utf8ToBytes('\x18Bitcoin Signed Message:\n')
  return sha256x2(concatBytes(magic, CompactSize.encode(BigInt(bytes.length)), bytes))
}

type SingleKeyType = 'P2PKH' | 'P2SH' | 'P2WPKH'

interface Form {
  readonly name: string
  readonly compressed: boolean
  readonly types: readonly string[]
}

function formOf(header: number): Form | undefined {
  if (header < 27 || header > 42) return undefined
  if (header < 31) return { name: 'P2PKH with an uncompressed key', compressed: false, types: ['P2PKH'] }
  if (header < 35) return { name: 'legacy or AOPP', compressed: true, types: ['P2PKH', 'P2SH', 'P2WPKH'] }
  if (header < 39) return { name: 'BIP-137 P2SH-P2WPKH', compressed: true, types: ['P2SH'] }
  return { name: 'BIP-137 P2WPKH', compressed: true, types: ['P2WPKH'] }
}

function addressOf(type: SingleKeyType, publicKey: Uint8Array): string | undefined {
  switch (type) {
    case 'P2PKH':
      return p2pkh(publicKey).address
    case 'P2SH':
      return p2sh(p2wpkh(publicKey)).address
    case 'P2WPKH':
      return p2wpkh(publicKey).address
  }
}
