import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

export interface TokenCache<Value> {
  /**
   * The cache key of a token: its SHA-256, so that the cache holds no credential. Equal for all encodings of the same
   * signature.
   */
  keyOf(token: string): string
  get(key: string): Value | undefined
  set(key: string, value: Value, untilMs: number): void
  clear(): void
  /** Number of times the cache was cleared. A value computed before must not be set afterwards. */
  clears(): number
}

/** An LRU cache of at most `entriesMax` values by token, each with its own expiry. */
export function openTokenCache<Value extends object>(options: {
  readonly entriesMax: number
  readonly now: () => number
}): TokenCache<Value> {
  const entries = new LRUCache<string, { readonly value: Value; readonly untilMs: number }>({ max: options.entriesMax })
  let clears = 0
  return {
    keyOf: (token) => hash('sha256', canonical(token), 'base64'),
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      if (options.now() < entry.untilMs) return entry.value
      entries.delete(key)
      return undefined
    },
    set(key, value, untilMs) {
      if (options.now() < untilMs) entries.set(key, { value, untilMs })
    },
    clear() {
      clears += 1
      entries.clear()
    },
    clears: () => clears,
  }
}

/**
 * Only the signature of a JWS has several encodings, which differ in padding and the unused bits of the last character.
 * The characters of the other parts are covered by the signature.
 */
function canonical(token: string): string {
  const at = token.lastIndexOf('.') + 1
  const signature = token.slice(at)
  if (CANONICAL[signature.length % 4]?.test(signature)) return token
  // One character more than complete bytes is not base64url, but decoders ignore it.
  if (!SIGNATURE.test(signature) || signature.replace(/=+$/, '').length % 4 === 1) return token
  return token.slice(0, at) + Buffer.from(signature, 'base64url').toString('base64url')
}

/** Normalizes the last character, by the length modulo 4: without padding, and with unused bits set to zero. */
const CANONICAL = [/^[\w-]+$/, undefined, /^[\w-]+[AQgw]$/, /^[\w-]+[AEIMQUYcgkosw048]$/]

/** Accepts either alphabet, with or without padding, since libraries are lenient. */
const SIGNATURE = /^[\w+/-]+=*$/
