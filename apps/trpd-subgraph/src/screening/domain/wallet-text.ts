import { sha256 } from '@noble/hashes/sha2.js'
import { base58xrp, bech32, bech32m, createBase58check } from '@scure/base'
import { ADDRESS_FORMATS, isAddress } from '../../assets/domain/address-format.ts'
import { isCashAddress } from '../../assets/domain/cash-address.ts'

/** Shorter parts of a text are not an address on any ledger. */
const ADDRESS_LENGTH_MIN = 10
const ADDRESS_LENGTH_MAX = 256
/** Maximum number of parts looked up per text; the longest wallet URI has fewer. */
const PARTS_MAX = 20

/**
 * All parts of `text` that may be an address: `text` may be the address itself, an address with a memo, a URI
 * such as `ethereum:0x…@1/transfer?address=0x…`, or a CAIP-10 account. Other parts do no harm: they are
 * compared with listed wallets as a whole.
 */
export function addressesIn(text: string): string[] {
  const decoded = decodePercents(text.trim())
  const parts = [decoded, ...decoded.split(/[^A-Za-z0-9_-]+/), ...decoded.split(/[^A-Za-z0-9]+/)]
    .filter(({ length }) => length >= ADDRESS_LENGTH_MIN && length <= ADDRESS_LENGTH_MAX)
    .slice(0, PARTS_MAX)
  return [...new Set(parts.flatMap((part) => [part, ...otherSpellings(part)]))]
}

/**
 * True if a part of `text` is an address of a ledger that we can check, or of a ledger with the same
 * encodings and checksums.
 */
export function hasAddress(text: string): boolean {
  return addressesIn(text).some(
    (part) => CHECKED_FORMATS.some((format) => isAddress(format, part)) || isEncoded(part) || MONERO.test(part),
  )
}

/** Excludes `ANY`, which accepts every text. */
const CHECKED_FORMATS = ADDRESS_FORMATS.filter((format) => format !== 'ANY')

/** Ledgers like Bitcoin differ in their version bytes, and those like Cosmos in their prefixes. */
function isEncoded(text: string): boolean {
  return [
    () => [21, 22].includes(base58check.decode(text).length),
    () => bech32.decodeToBytes(text),
    () => bech32m.decodeToBytes(text),
  ].some((decode) => {
    try {
      return decode() !== false
    } catch {
      return false
    }
  })
}

/** A primary address, a subaddress, or an address with a payment id. */
const MONERO = /^[48][1-9A-HJ-NP-Za-km-z]{94}(?:[1-9A-HJ-NP-Za-km-z]{11})?$/

const base58check = createBase58check(sha256)

/** Other encodings of the same account, which lists use without the memo. */
function otherSpellings(address: string): string[] {
  const classic = address.startsWith('X') ? classicXrplAddress(address) : undefined
  const legacy = isCashAddress(address) ? legacyCashAddress(address) : undefined
  return [classic, legacy].filter((one) => one !== undefined)
}

/** The classic address in an X-address. Source: XLS-5. */
function classicXrplAddress(address: string): string | undefined {
  if (!isAddress('XRPL', address)) return undefined
  const payload = Uint8Array.from([0, ...base58xrp.decode(address).slice(2, 22)])
  const checksum = sha256(sha256(payload)).slice(0, 4)
  return base58xrp.encode(Uint8Array.from([...payload, ...checksum]))
}

/** The legacy Bitcoin-style address with the same hash as a CashAddr. */
function legacyCashAddress(address: string): string | undefined {
  const payload = address.toLowerCase().replace(/^bitcoincash:/, '')
  const values = [...payload.slice(0, -8)].map((character) => CASH_CHARSET.indexOf(character))
  const [version = 0, ...hash] = wholeBytes(values)
  if (hash.length !== 20) return undefined
  return base58check.encode(Uint8Array.from([VERSIONS[(version >> 3) & 1] ?? 0, ...hash]))
}

const CASH_CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
/** Version bytes for the hash of a key and of a script; token-aware addresses have the same. */
const VERSIONS = [0x00, 0x05] as const

/** Converts groups of five bits to bytes, dropping incomplete ones. */
function wholeBytes(values: readonly number[]): number[] {
  const bytes: number[] = []
  let buffer = 0
  let bits = 0
  for (const value of values) {
    buffer = ((buffer << 5) | value) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((buffer >> bits) & 0xff)
    }
  }
  return bytes
}

function decodePercents(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
