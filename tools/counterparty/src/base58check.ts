import { createHash } from 'node:crypto'

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const CHECKSUM_BYTES = 4

/** Text of `bytes` followed by the first four bytes of their double sha256, in the Bitcoin alphabet. */
export function encodeBase58check(bytes: Uint8Array): string {
  return encodeBase58(Buffer.concat([bytes, checksumOf(bytes)]))
}

export type Base58checkDecoded = { ok: true; bytes: Uint8Array } | { ok: false; why: 'format' | 'checksum' }

/** The bytes that `text` stands for, without their checksum. `format` = not base58, or fewer than five bytes. */
export function decodeBase58check(text: string): Base58checkDecoded {
  const decoded = decodeBase58(text)
  if (decoded === undefined || decoded.length <= CHECKSUM_BYTES) return { ok: false, why: 'format' }
  const bytes = decoded.subarray(0, -CHECKSUM_BYTES)
  if (!checksumOf(bytes).equals(decoded.subarray(-CHECKSUM_BYTES))) return { ok: false, why: 'checksum' }
  return { ok: true, bytes }
}

function checksumOf(bytes: Uint8Array): Buffer {
  return sha256(sha256(bytes)).subarray(0, CHECKSUM_BYTES)
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function encodeBase58(bytes: Uint8Array): string {
  let text = ''
  for (let value = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`); value > 0n; value /= 58n) {
    text = ALPHABET.charAt(Number(value % 58n)) + text
  }
  return '1'.repeat(leading(bytes, 0)) + text
}

function decodeBase58(text: string): Buffer | undefined {
  let value = 0n
  for (const letter of text) {
    const digit = ALPHABET.indexOf(letter)
    if (digit < 0) return undefined
    value = value * 58n + BigInt(digit)
  }
  const hex = value === 0n ? '' : value.toString(16)
  const zeros = Buffer.alloc(leading([...text], '1'))
  return Buffer.concat([zeros, Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')])
}

function leading<T>(items: ArrayLike<T>, wanted: T): number {
  let count = 0
  while (count < items.length && items[count] === wanted) count += 1
  return count
}
