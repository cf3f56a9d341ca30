import type { Address } from './address.ts'
import { isBip322, verifyBip322 } from './bip322.ts'
import type { BitcoinAddress } from './bitcoin-address.ts'
import { BITCOIN_MESSAGE_SIGNATURE_BYTES, verifyBitcoinMessage } from './bitcoin-message.ts'
import { EVM_SIGNATURE_BYTES, verifyEip191 } from './eip191.ts'
import type { EvmAddress } from './evm-address.ts'
import { decodeBase64, decodeHex } from './signature-encoding.ts'
import { type Verdict, verdictsOf } from './verdict.ts'

/**
 * Whether the key of `address` made `signature` over exactly `message`. Never throws.
 *
 * Bitcoin: base64 of a message signature, or BIP-322. EVM: hexadecimal or, as BitBox sends it, base64. White space is ignored,
 * because copying from an email adds it.
 */
export function verifySignature(address: Address, message: string, signature: string): Verdict {
  const text = signature.replace(/\s+/g, '')
  return address.family === 'BITCOIN' ? verifyBitcoin(address, message, text) : verifyEvm(address, message, text)
}

function verifyBitcoin(address: BitcoinAddress, message: string, text: string): Verdict {
  if (isBip322(text)) return verifyBip322(address, message, text)
  const bytes = decodeBase64(text)
  if (!bytes) return verdictsOf('bitcoin-message/1').invalid('SIGNATURE_MALFORMED', 'the signature is not base64')
  if (bytes.length === BITCOIN_MESSAGE_SIGNATURE_BYTES) return verifyBitcoinMessage(address, message, bytes)
  return verifyBip322(address, message, text)
}

function verifyEvm(address: EvmAddress, message: string, text: string): Verdict {
  const bytes = decodeHex(text) ?? decodeShortBase64(text)
  if (!bytes)
    return verdictsOf('eip-191/1').invalid('SIGNATURE_MALFORMED', 'the signature is neither hexadecimal nor base64')
  return verifyEip191(address, message, bytes)
}

/** Limited to one signature, because mistyped hexadecimal is also base64, of another length. */
function decodeShortBase64(text: string): Uint8Array | undefined {
  const bytes = /^0x/i.test(text) ? undefined : decodeBase64(text)
  return bytes !== undefined && bytes.length <= EVM_SIGNATURE_BYTES ? bytes : undefined
}
