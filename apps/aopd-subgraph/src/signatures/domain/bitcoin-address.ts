import { schnorr } from '@noble/curves/secp256k1.js'
import { bytesToNumberBE } from '@noble/curves/utils.js'
import { Address as addressCoder, NETWORK, TEST_NETWORK } from '@scure/btc-signer'
import { ok, refuse } from '@travel-rule/service/result'
import type { ProofResult } from '../../foundation/domain/refusal.ts'

export type BitcoinAddressType = 'P2PKH' | 'P2SH' | 'P2WPKH' | 'P2WSH' | 'P2TR'

export interface BitcoinAddress {
  readonly family: 'BITCOIN'
  readonly type: BitcoinAddressType
  /** base58check as given, bech32 and bech32m in lower case. */
  readonly canonical: string
  /** Hash of the key or script: 20 bytes, or 32 for P2WSH; the 32-byte output key for P2TR. */
  readonly payload: Uint8Array
}

const mainnet = addressCoder(NETWORK)
const testnets = [addressCoder(TEST_NETWORK), addressCoder({ ...TEST_NETWORK, bech32: 'bcrt' })]

/** The parsed address of the Bitcoin main network. Source: BIP-13, BIP-173, BIP-350. */
export function parseBitcoinAddress(address: string): ProofResult<BitcoinAddress> {
  const decoded = tryDecode(mainnet, address)
  if (decoded) return fromDecoded(decoded)
  if (testnets.some((coder) => tryDecode(coder, address)))
    return refuse(
      'ADDRESS_WRONG_NETWORK',
      'address: this is an address of a Bitcoin test network, not of Bitcoin itself.',
    )
  return refuse('ADDRESS_INVALID', 'address: this is not a Bitcoin address, or a character was mistyped.')
}

type Decoded = ReturnType<typeof mainnet.decode>

function tryDecode(coder: typeof mainnet, address: string): Decoded | undefined {
  try {
    return coder.decode(address)
  } catch {
    return undefined
  }
}

function fromDecoded(decoded: Decoded): ProofResult<BitcoinAddress> {
  const canonical = mainnet.encode(decoded)
  switch (decoded.type) {
    case 'pkh':
      return ok({ family: 'BITCOIN', type: 'P2PKH', canonical, payload: decoded.hash })
    case 'sh':
      return ok({ family: 'BITCOIN', type: 'P2SH', canonical, payload: decoded.hash })
    case 'wpkh':
      return ok({ family: 'BITCOIN', type: 'P2WPKH', canonical, payload: decoded.hash })
    case 'wsh':
      return ok({ family: 'BITCOIN', type: 'P2WSH', canonical, payload: decoded.hash })
    case 'tr':
      return isOutputKey(decoded.pubkey)
        ? ok({ family: 'BITCOIN', type: 'P2TR', canonical, payload: decoded.pubkey })
        : refuse('ADDRESS_INVALID', NO_KEY)
    default:
      return refuse('ADDRESS_INVALID', NO_KEY)
  }
}

const NO_KEY = 'address: no key controls this kind of output, so ownership cannot be proven.'

/** True if the 32 bytes are a point on the curve; other outputs are unspendable. Source: BIP-341. */
function isOutputKey(bytes: Uint8Array): boolean {
  try {
    schnorr.utils.lift_x(bytesToNumberBE(bytes))
    return true
  } catch {
    return false
  }
}
