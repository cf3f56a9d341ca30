const CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const PREFIX = 'bitcoincash'
const GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n]

/**
 * True if `address` is a CashAddr of Bitcoin Cash, with or without its prefix, for a key or script of 20 or
 * 32 bytes, token-aware addresses included.
 *
 * Source: CashAddr specification of Bitcoin Cash.
 */
export function isCashAddress(address: string): boolean {
  const lower = address.toLowerCase()
  if (address !== lower && address !== address.toUpperCase()) return false
  const payload = lower.startsWith(`${PREFIX}:`) ? lower.slice(PREFIX.length + 1) : lower
  const values = [...payload].map((character) => CHARSET.indexOf(character))
  // A version byte, a hash and a checksum of 40 bits, in groups of five bits.
  if ((values.length !== 42 && values.length !== 61) || values.includes(-1)) return false
  const prefix = [...PREFIX].map((character) => character.charCodeAt(0) & 0x1f)
  return checksum([...prefix, 0, ...values]) === 0n
}

function checksum(values: readonly number[]): bigint {
  let state = 1n
  for (const value of values) {
    const top = state >> 35n
    state = ((state & 0x07ffffffffn) << 5n) ^ BigInt(value)
    GENERATORS.forEach((generator, bit) => {
      if (((top >> BigInt(bit)) & 1n) === 1n) state ^= generator
    })
  }
  return state ^ 1n
}
