import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

/** Length of a sealing key or data key, in bytes. */
export const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
/** Format byte for data sealed with a sealing key; followed by the length of the key's id and the id. */
export const DIRECT_FORMAT = 1
/** Format byte for data sealed with a record's data key; followed by the key's id of 16 bytes. */
export const DATA_KEY_FORMAT = 2

/** Encrypts and decrypts. */
export interface Sealing {
  /** Returns `plain`, encrypted and bound to `context`, without which it cannot be opened. */
  seal(plain: string | Uint8Array, context: string): Buffer
  /** Returns the plaintext. Throws a `SealError` for an unknown key, a different context, or changed bytes. */
  open(sealed: Uint8Array, context: string): Buffer
}

/** `SEAL_KEYS_INVALID` is for settings, all other codes for sealed bytes. Holds no secret. */
export class SealError extends Error {
  override readonly name = 'SealError'
  readonly code: 'SEAL_KEYS_INVALID' | 'SEAL_KEY_UNKNOWN' | 'SEAL_KEY_ERASED' | 'SEAL_BROKEN'

  constructor(code: SealError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** A key, and the header of bytes sealed with it. */
interface NamedKey {
  readonly key: KeyObject
  readonly header: Buffer
}

/** The header, 12-byte iv, 16-byte tag and ciphertext of AES-256-GCM; header and context are authenticated. */
export function encrypt({ key, header }: NamedKey, plain: string | Uint8Array, context: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(authenticated(header, context))
  const ciphertext = Buffer.concat([
    cipher.update(typeof plain === 'string' ? Buffer.from(plain) : plain),
    cipher.final(),
  ])
  return Buffer.concat([header, iv, cipher.getAuthTag(), ciphertext])
}

/** The plaintext of the result of `encrypt` with this header. Throws `SEAL_BROKEN`. */
export function decrypt({ key, header }: NamedKey, bytes: Buffer, context: string): Buffer {
  const ciphertextStart = header.length + IV_BYTES + TAG_BYTES
  if (bytes.length < ciphertextStart) throw new SealError('SEAL_BROKEN', 'These bytes were not sealed')
  const iv = bytes.subarray(header.length, header.length + IV_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(header.length + IV_BYTES, ciphertextStart)).setAAD(authenticated(header, context))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ciphertextStart)), decipher.final()])
  } catch (cause) {
    throw new SealError('SEAL_BROKEN', 'The sealed bytes or their context were changed', { cause })
  }
}

/** The id of the sealing key in sealed bytes; `undefined` for other bytes. */
export function sealingKeyIdOf(sealed: Uint8Array): string | undefined {
  const [format, length = 0] = sealed
  return format === DIRECT_FORMAT && sealed.length >= 2 + length
    ? bytesOf(sealed).toString('latin1', 2, 2 + length)
    : undefined
}

/** The same bytes as a buffer, without copying. */
export function bytesOf(sealed: Uint8Array): Buffer {
  return Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
}

function authenticated(header: Buffer, context: string): Buffer {
  return Buffer.concat([header, Buffer.from(context)])
}
