import type { Address } from './address.ts'
import type { Asset } from './asset.ts'
import { isBip322, verifyBip322 } from './bip322.ts'
import type { BitcoinAddress } from './bitcoin-address.ts'
import { BITCOIN_MESSAGE_SIGNATURE_BYTES, verifyBitcoinMessage } from './bitcoin-message.ts'
import { EVM_COMPACT_SIGNATURE_BYTES, EVM_SIGNATURE_BYTES, verifyEip191 } from './eip191.ts'
import type { EvmAddress } from './evm-address.ts'
import { decodeBase64, decodeHex } from './signature-encoding.ts'
import { type Verdict, verdictsOf } from './verdict.ts'

/**
 * The verdict on `signature`: whether the key of `address` signed exactly `message`. Never throws.
 *
 * Bitcoin: a message signature in base64, or BIP-322. EVM: hexadecimal or, as sent by BitBox, base64. White
 * space is ignored, because copying from an e-mail adds it.
 */
export function verifySignature(address: Address, message: string, signature: string): Verdict {
  const encoded = signature.replace(/\s+/g, '')
  return address.family === 'BITCOIN' ? verifyBitcoin(address, message, encoded) : verifyEvm(address, message, encoded)
}

function verifyBitcoin(address: BitcoinAddress, message: string, encoded: string): Verdict {
  if (isBip322(encoded)) return verifyBip322(address, message, encoded)
  const bytes = decodeBase64(encoded)
  if (!bytes) return verdictsOf('bitcoin-message/1').invalid('SIGNATURE_MALFORMED', 'the signature is not base64')
  if (bytes.length === BITCOIN_MESSAGE_SIGNATURE_BYTES) return verifyBitcoinMessage(address, message, bytes)
  return verifyBip322(address, message, encoded)
}

function verifyEvm(address: EvmAddress, message: string, encoded: string): Verdict {
  const bytes = decodeHex(encoded) ?? decodeShortBase64(encoded)
  if (!bytes)
    return verdictsOf('eip-191/1').invalid('SIGNATURE_MALFORMED', 'the signature is neither hexadecimal nor base64')
  return verifyEip191(address, message, bytes)
}

/**
 * Limited to one signature, because mistyped hexadecimal is also valid base64, of another length. Base64 that
 * starts with `0x` by chance is a signature if it is long enough.
 */
function decodeShortBase64(encoded: string): Uint8Array | undefined {
  const bytes = decodeBase64(encoded)
  if (bytes === undefined || bytes.length > EVM_SIGNATURE_BYTES) return undefined
  return bytes.length < EVM_COMPACT_SIGNATURE_BYTES && /^0x/i.test(encoded) ? undefined : bytes
}

export type SignatureScheme = 'BITCOIN_MESSAGE' | 'BIP_322_SIMPLE' | 'EIP_191'

/** A signature scheme by which ownership of an asset's addresses can be proven here. */
export interface SupportedMethod {
  readonly asset: Asset['key']
  readonly method: 'SIGNATURE'
  readonly scheme: SignatureScheme
  readonly addressTypes: readonly Address['type'][]
}

/** The signature schemes that `verifySignature` supports for the addresses of an asset. */
export function supportedMethods(asset: Asset): readonly SupportedMethod[] {
  const { key } = asset
  switch (asset.family) {
    case 'BITCOIN':
      return [
        { asset: key, method: 'SIGNATURE', scheme: 'BITCOIN_MESSAGE', addressTypes: ['P2PKH', 'P2SH', 'P2WPKH'] },
        { asset: key, method: 'SIGNATURE', scheme: 'BIP_322_SIMPLE', addressTypes: ['P2WPKH', 'P2TR'] },
      ]
    case 'EVM':
      return [{ asset: key, method: 'SIGNATURE', scheme: 'EIP_191', addressTypes: ['EVM_ACCOUNT'] }]
  }
}
