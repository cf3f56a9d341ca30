import { sha256 } from '@noble/hashes/sha2.js'
import { base64urlnopad } from '@scure/base'

/** Number of random bytes of a token in a travel address or callback URL: 192 bits. */
export const TOKEN_BYTES = 24

/** The token for `random`, which has `TOKEN_BYTES` bytes. */
export function encodeToken(random: Uint8Array): string {
  if (random.length !== TOKEN_BYTES) throw new RangeError(`a token must have ${TOKEN_BYTES} bytes`)
  return base64urlnopad.encode(random)
}

/** The hash under which a token is stored and looked up, so that neither a leak nor timing reveals the token. */
export function hashToken(token: string): Buffer {
  return Buffer.from(sha256(Buffer.from(token)))
}
