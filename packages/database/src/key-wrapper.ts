import type { Sealing } from './sealed-bytes.ts'

/**
 * Encrypts data keys under a key-encryption key. This is the port for a key management service, whose keys never leave
 * it.
 */
export interface KeyWrapper {
  /** The id of the key that `wrap` uses. */
  readonly keyId: string
  /** Returns `key`, encrypted and bound to `context`. */
  wrap(key: Uint8Array, context: string): Promise<WrappedKey>
  /** Returns the key. Throws a `SealError` for an unknown key, a different context, or changed bytes. */
  unwrap(wrapped: Uint8Array, context: string): Promise<Buffer>
}

/** An encrypted key, and the id of the key that encrypted it. */
export interface WrappedKey {
  readonly keyId: string
  readonly wrapped: Buffer
}

/** Wraps under the sealing keys that this process holds. */
export function localWrapper(keyId: string, { seal, open }: Sealing): KeyWrapper {
  return {
    keyId,
    async wrap(key, context) {
      return { keyId, wrapped: seal(key, context) }
    },
    async unwrap(wrapped, context) {
      return open(wrapped, context)
    },
  }
}
