import { blake2b } from '@noble/hashes/blake2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base32, base58, base58xrp, bech32, bech32m, createBase58check } from '@scure/base'
import { isCashAddress } from './cash-address.ts'

/** The ledgers whose payment addresses can be checked; `ANY` is every other ledger. */
export type AddressFormat = (typeof ADDRESS_FORMATS)[number]

/** Every address format. */
export const ADDRESS_FORMATS = [
  'BITCOIN',
  'BITCOIN_TESTNET',
  'LITECOIN',
  'DOGECOIN',
  'BITCOIN_CASH',
  'EVM',
  'SOLANA',
  'TRON',
  'CARDANO',
  'XRPL',
  'POLKADOT',
  'COSMOS',
  'STELLAR',
  'TEZOS',
  'ANY',
] as const

/** True if `address`, a printable string without a memo, is an address of this format. */
export function isAddress(format: AddressFormat, address: string): boolean {
  try {
    return CHECKS[format](address)
  } catch {
    // The codecs throw for a wrong alphabet, length or checksum.
    return false
  }
}

const base58check = createBase58check(sha256)

const CHECKS: Readonly<Record<AddressFormat, (address: string) => boolean>> = {
  BITCOIN: (address) => isSegwit(address, ['bc']) || isBase58check(address, [0x00, 0x05]),
  BITCOIN_TESTNET: (address) => isSegwit(address, ['tb', 'bcrt']) || isBase58check(address, [0x6f, 0xc4]),
  LITECOIN: (address) => isSegwit(address, ['ltc']) || isBase58check(address, [0x30, 0x32, 0x05]),
  DOGECOIN: (address) => isBase58check(address, [0x1e, 0x16]),
  BITCOIN_CASH: (address) => isCashAddress(address) || isBase58check(address, [0x00, 0x05]),
  EVM: isEvmAddress,
  SOLANA: (address) => base58.decode(address).length === 32,
  TRON: (address) => isBase58check(address, [0x41]),
  CARDANO: isCardanoAddress,
  XRPL: isXrplAddress,
  POLKADOT: isPolkadotAddress,
  COSMOS: (address) => {
    const { prefix, bytes } = bech32.decodeToBytes(address)
    return prefix === 'cosmos' && (bytes.length === 20 || bytes.length === 32)
  },
  STELLAR: isStellarAddress,
  TEZOS: (address) => TEZOS_PREFIXES.some((prefix) => hasPrefix(base58check.decode(address), prefix, 20)),
  ANY: () => true,
}

/** True for a version byte followed by 20 bytes. */
function isBase58check(address: string, versions: readonly number[]): boolean {
  if (address.length > 64 || !/^[1-9A-HJ-NP-Za-km-z]+$/.test(address)) return false
  const bytes = base58check.decode(address)
  return bytes.length === 21 && versions.includes(bytes[0] ?? -1)
}

/** Source: BIP-141, BIP-173, BIP-350. */
function isSegwit(address: string, prefixes: readonly string[]): boolean {
  const lower = address.toLowerCase()
  if (!prefixes.some((prefix) => lower.startsWith(`${prefix}1`))) return false
  const version = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.indexOf(lower.charAt(lower.lastIndexOf('1') + 1))
  const codec = version === 0 ? bech32 : bech32m
  const { prefix, words } = codec.decode(address as `${string}1${string}`)
  const program = codec.fromWords(words.slice(1))
  if (!prefixes.includes(prefix) || version > 16) return false
  if (version === 0) return program.length === 20 || program.length === 32
  return version === 1 ? program.length === 32 : program.length >= 2 && program.length <= 40
}

/** Mixed case must match the checksum of EIP-55; a single case has none. */
function isEvmAddress(address: string): boolean {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false
  const digits = address.slice(2)
  const lower = digits.toLowerCase()
  if (digits === lower || digits === digits.toUpperCase()) return true
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)))
  const mixed = [...lower].map((digit, index) => (hash.charAt(index) >= '8' ? digit.toUpperCase() : digit))
  return digits === mixed.join('')
}

/** Shelley (CIP-19) on the main network, and Byron addresses, whose payload is tagged CBOR. */
function isCardanoAddress(address: string): boolean {
  if (/^addr1/.test(address)) {
    const { bytes } = bech32.decodeToBytes(address)
    const [header = 0] = bytes
    return (header & 0x0f) === 1 && header >> 4 <= 7 && bytes.length >= 29 && bytes.length <= 64
  }
  return address.length <= 128 && hasPrefix(base58.decode(address), [0x82, 0xd8, 0x18])
}

/** A classic address, or an X-address (XLS-5), which contains the destination tag. */
function isXrplAddress(address: string): boolean {
  const bytes = base58xrp.decode(address)
  const [payload, checksum] = [bytes.slice(0, -4), bytes.slice(-4)]
  if (bytesToHex(sha256(sha256(payload)).slice(0, 4)) !== bytesToHex(checksum)) return false
  return hasPrefix(payload, [0x00], 20) || hasPrefix(payload, [0x05, 0x44], 29)
}

/** SS58 for Polkadot, or for any Substrate ledger. */
function isPolkadotAddress(address: string): boolean {
  const bytes = base58.decode(address)
  const [payload, checksum] = [bytes.slice(0, -2), bytes.slice(-2)]
  const hash = blake2b(concatBytes(utf8ToBytes('SS58PRE'), payload))
  return bytesToHex(hash.slice(0, 2)) === bytesToHex(checksum) && [0, 42].some((id) => hasPrefix(payload, [id], 32))
}

/** An account, or a muxed account (SEP-23), which contains the memo. */
function isStellarAddress(address: string): boolean {
  const bytes = base32.decode(address.padEnd(Math.ceil(address.length / 8) * 8, '='))
  const payload = bytes.slice(0, -2)
  const [low = 0, high = 0] = bytes.slice(-2)
  if (crc16(payload) !== (high << 8) + low) return false
  return hasPrefix(payload, [6 << 3], 32) || hasPrefix(payload, [12 << 3], 40)
}

/** CRC-16 (XMODEM). */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff
  }
  return crc
}

/** The prefixes tz1, tz2, tz3, tz4 and KT1. */
const TEZOS_PREFIXES = [
  [6, 161, 159],
  [6, 161, 161],
  [6, 161, 164],
  [6, 161, 166],
  [2, 90, 121],
]

/** True if `bytes` start with `prefix`, followed by exactly `length` bytes if given. */
function hasPrefix(bytes: Uint8Array, prefix: readonly number[], length?: number): boolean {
  return (
    prefix.every((byte, index) => bytes[index] === byte) &&
    (length === undefined || bytes.length === prefix.length + length)
  )
}
