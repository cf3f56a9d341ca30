import { sha256 } from '@noble/hashes/sha2.js'
import { base58, createBase58check } from '@scure/base'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import { type Host, type HostRules, parseHost, splitUrl } from '../../foundation/domain/host.ts'

declare const travelAddressBrand: unique symbol

/** A valid travel address: `ta`, then base58check of a URL without its scheme. */
export type TravelAddress = string & { readonly [travelAddressBrand]: true }

/** A decoded travel address. */
export interface DecodedTravelAddress extends Host {
  readonly travelAddress: TravelAddress
  /** Host, path and query as encoded, without a scheme: `vasp.example/x/12345?t=i`. */
  readonly url: string
}

/**
 * Maximum number of characters in a travel address, enough for a URL of 740. Those in use have about 80.
 * Decoding takes time proportional to the square of the length.
 */
export const TRAVEL_ADDRESS_LENGTH_MAX = 1_024

const PREFIX = 'ta'
const CHECKSUM_BYTES = 4
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i
const codec = createBase58check(sha256)
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]*$/

/**
 * Decodes a travel address.
 *
 * Refused, checked in this order, with `TRAVEL_ADDRESS_PREFIX`, `TRAVEL_ADDRESS_LENGTH`,
 * `TRAVEL_ADDRESS_ENCODING` (not base58, or fewer than 5 bytes), `TRAVEL_ADDRESS_CHECKSUM`,
 * `TRAVEL_ADDRESS_SCHEME`, `TRAVEL_ADDRESS_TAG` (`t=i` is missing), `TRAVEL_ADDRESS_HOST`,
 * `TRAVEL_ADDRESS_URL` (characters not allowed in a URL, or a fragment).
 *
 * Source: OpenVASP TRP 3.1, travel address.
 */
export function parseTravelAddress(text: string, rules: HostRules): Result<DecodedTravelAddress> {
  if (!text.startsWith(PREFIX)) return refuse('TRAVEL_ADDRESS_PREFIX', 'A travel address must start with "ta".')
  if (text.length > TRAVEL_ADDRESS_LENGTH_MAX) {
    return refuse(
      'TRAVEL_ADDRESS_LENGTH',
      `A travel address must have at most ${TRAVEL_ADDRESS_LENGTH_MAX} characters.`,
    )
  }
  const encoded = text.slice(PREFIX.length)
  if (!BASE58.test(encoded) || isTooShort(encoded)) {
    return refuse('TRAVEL_ADDRESS_ENCODING', 'The travel address is incomplete or contains invalid characters.')
  }
  const url = decodeChecked(encoded)
  if (url === undefined) {
    return refuse(
      'TRAVEL_ADDRESS_CHECKSUM',
      'The checksum of the travel address is wrong: a character is wrong or missing.',
    )
  }
  if (SCHEME.test(url))
    return refuse('TRAVEL_ADDRESS_SCHEME', 'The travel address contains a URL scheme, which is not allowed.')
  const { authority, query, wellFormed } = splitUrl(url)
  if (!query.getAll('t').includes('i')) {
    return refuse('TRAVEL_ADDRESS_TAG', 'The travel address lacks the tag t=i for inquiries.')
  }
  const host = parseHost(authority, rules)
  if (!host.ok) return refuse('TRAVEL_ADDRESS_HOST', `The travel address cannot be used: ${host.refusal.message}.`)
  if (!wellFormed) return refuse('TRAVEL_ADDRESS_URL', 'The travel address does not contain a valid URL.')
  return ok({ travelAddress: text as TravelAddress, url, ...host.value })
}

/**
 * Encodes `url`, whose query contains `t=i`, as a travel address; `https://` or `http://` is removed.
 *
 * Throws a TypeError if the result would be invalid. Private hosts and ports are always accepted.
 */
export function encodeTravelAddress(url: string): TravelAddress {
  const bytes = new TextEncoder().encode(url.replace(/^https?:\/\//i, ''))
  const address = parseTravelAddress(`${PREFIX}${codec.encode(bytes)}`, { privateHosts: true })
  if (!address.ok) throw new TypeError(address.refusal.message)
  return address.value.travelAddress
}

/** Called for short strings only: eight base58 characters always decode to more bytes than a checksum. */
function isTooShort(encoded: string): boolean {
  return encoded.length < 8 && base58.decode(encoded).length <= CHECKSUM_BYTES
}

function decodeChecked(encoded: string): string | undefined {
  try {
    return Buffer.from(codec.decode(encoded)).toString('latin1')
  } catch {
    return undefined
  }
}
