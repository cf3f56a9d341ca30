import { sha256 } from '@noble/hashes/sha2.js'
import { base64urlnopad } from '@scure/base'

/** The fewest random bytes of a token in a URL that we hand out: 192 bit. */
export const TOKEN_BYTES = 24

/** The text of a token made from `random`, which holds `TOKEN_BYTES` bytes. */
export function encodeToken(random: Uint8Array): string {
  if (random.length !== TOKEN_BYTES) throw new RangeError(`a token has ${TOKEN_BYTES} bytes`)
  return base64urlnopad.encode(random)
}

/** What is stored and looked up instead of a token, so that neither a leak nor the time of a comparison tells one. */
export function hashToken(token: string): Buffer {
  return Buffer.from(sha256(Buffer.from(token)))
}
