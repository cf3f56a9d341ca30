import { createHash } from 'node:crypto'
import { isLoopbackHost } from './message-bodies.ts'
import { type Persona, personaRules, personas } from './personas.ts'

const LENGTH_MAX = 2048
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const CHECKSUM_BYTES = 4

/**
 * The travel address of `url`, whose query contains `t=i`. Omits the scheme, which is always
 * `https://`.
 *
 * Source: TRP 3.2.1, "Travel Address".
 */
export function encodeTravelAddress(url: URL): string {
  return `ta${encodeBase58check(Buffer.from(url.href.slice(url.origin.length - url.host.length), 'ascii'))}`
}

export type TravelAddressProblem = 'prefix' | 'format' | 'checksum' | 'scheme' | 'tag' | 'host'
export type TravelAddressDecoded = { ok: true; url: URL } | { ok: false; reason: TravelAddressProblem }

/** The URL for the inquiry. A loopback host gets `http:`, for demos on one machine. */
export function decodeTravelAddress(address: string): TravelAddressDecoded {
  if (!address.startsWith('ta')) return { ok: false, reason: 'prefix' }
  if (address.length > LENGTH_MAX) return { ok: false, reason: 'format' }
  const decoded = decodeBase58check(address.slice(2))
  if (!decoded.ok) return decoded
  const rest = Buffer.from(decoded.bytes).toString('latin1')
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(rest)) return { ok: false, reason: 'scheme' }
  const url = URL.parse(`https://${rest}`) ?? undefined
  const query = url?.searchParams ?? new URLSearchParams(rest.split('?')[1] ?? '')
  if (query.get('t') !== 'i') return { ok: false, reason: 'tag' }
  if (url === undefined || url.username !== '' || url.password !== '') return { ok: false, reason: 'host' }
  return { ok: true, url: isLoopbackHost(url.hostname) ? new URL(`http://${rest}`) : url }
}

/** The travel address of each persona. It depends only on the public URL. */
export function travelAddressesOf(publicUrl: URL): Readonly<Record<Persona, string>> {
  const entries = personas.map((persona) => {
    const url = new URL(`${urlOf(persona, publicUrl)}/inquiry/${persona}?t=i`)
    return [persona, encodeTravelAddress(url)]
  })
  return Object.fromEntries(entries) as Record<Persona, string>
}

/** The personas in order, with their travel addresses and the outcome of an inquiry to each. */
export function describePersonas(publicUrl: URL): readonly PersonaDescription[] {
  const travelAddresses = travelAddressesOf(publicUrl)
  return personas.map((name) => {
    const { what, outcome } = personaRules[name]
    return { name, vaspUrl: urlOf(name, publicUrl), travelAddress: travelAddresses[name], what, outcome }
  })
}

export interface PersonaDescription {
  readonly name: Persona
  /** URL of the VASP to which the persona belongs. */
  readonly vaspUrl: string
  readonly travelAddress: string
  /** Description of its behaviour, for people. */
  readonly what: string
  /** Description of the outcome for the sender, for people. */
  readonly outcome: string
}

/** The URL of the VASP to which a persona belongs, without a trailing slash. */
export function urlOf(persona: Persona, publicUrl: URL): string {
  const url = new URL(publicUrl)
  if (personaRules[persona].isAnotherVasp && url.hostname === 'localhost') url.hostname = '127.0.0.1'
  return url.href.replace(/\/$/, '')
}

/** `bytes` and the first four bytes of their double SHA-256, in the Bitcoin alphabet. */
export function encodeBase58check(bytes: Uint8Array): string {
  return encodeBase58(Buffer.concat([bytes, checksumOf(bytes)]))
}

type Base58checkDecoded = { ok: true; bytes: Uint8Array } | { ok: false; reason: 'format' | 'checksum' }

/** The decoded bytes without their checksum. `format`: not base58, or shorter than five bytes. */
export function decodeBase58check(encoded: string): Base58checkDecoded {
  const decoded = decodeBase58(encoded)
  if (decoded === undefined || decoded.length <= CHECKSUM_BYTES) return { ok: false, reason: 'format' }
  const bytes = decoded.subarray(0, -CHECKSUM_BYTES)
  if (!checksumOf(bytes).equals(decoded.subarray(-CHECKSUM_BYTES))) return { ok: false, reason: 'checksum' }
  return { ok: true, bytes }
}

function checksumOf(bytes: Uint8Array): Buffer {
  return sha256(sha256(bytes)).subarray(0, CHECKSUM_BYTES)
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** `bytes` in Bitcoin's base58 alphabet. */
export function encodeBase58(bytes: Uint8Array): string {
  let digits = ''
  for (let value = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`); value > 0n; value /= 58n) {
    digits = ALPHABET.charAt(Number(value % 58n)) + digits
  }
  return '1'.repeat(countLeading(bytes, 0)) + digits
}

function decodeBase58(encoded: string): Buffer | undefined {
  let value = 0n
  for (const letter of encoded) {
    const digit = ALPHABET.indexOf(letter)
    if (digit < 0) return undefined
    value = value * 58n + BigInt(digit)
  }
  const hex = value === 0n ? '' : value.toString(16)
  const zeros = Buffer.alloc(countLeading([...encoded], '1'))
  return Buffer.concat([zeros, Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')])
}

function countLeading<T>(items: ArrayLike<T>, wanted: T): number {
  let count = 0
  while (count < items.length && items[count] === wanted) count += 1
  return count
}
