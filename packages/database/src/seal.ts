import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const FORMAT = 1
const KEY_ID = /^[A-Za-z0-9._-]{1,64}$/

export interface Sealer {
  /** `plain`, encrypted and bound to `context`: it cannot be opened with another one. */
  seal(plain: string | Uint8Array, context: string): Buffer
  /** The plaintext. Throws a `SealError` for an unknown key, or changed context or bytes. */
  open(sealed: Uint8Array, context: string): Buffer
  /**
   * A keyed hash of `plain` with each key, the sealing key first: store the first, search for all.
   * Equal strings have equal hashes within one `context`, and reveal nothing else without the keys.
   */
  fingerprints(plain: string, context: string): readonly [Buffer, ...Buffer[]]
}

/** `SEAL_KEYS_INVALID` for settings, else for sealed bytes. Holds no secret. */
export class SealError extends Error {
  override readonly name = 'SealError'
  readonly code: 'SEAL_KEYS_INVALID' | 'SEAL_KEY_UNKNOWN' | 'SEAL_BROKEN'

  constructor(code: SealError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/**
 * Seals with AES-256-GCM under the first of `keys`, opens with any of them.
 *
 * `keys`: `id:base64` pairs of 32-byte keys, separated by commas. To rotate, put a new key first
 * and keep the old ones while data is sealed with them. Sealed bytes: format 1, key id length, key
 * id, 12-byte iv, 16-byte tag, ciphertext. Throws a `SealError` for any other `keys`.
 */
export function openSealer(keys: string): Sealer {
  const parsed = parseKeys(keys)
  const [sealing] = parsed
  if (sealing === undefined) throw new SealError('SEAL_KEYS_INVALID', 'There is no sealing key')
  const [sealingId, sealingKey] = sealing
  const byId = new Map(parsed)
  const hashKey = hashKeyOf(sealingKey)
  const olderHashKeys = parsed.slice(1).map(([, key]) => hashKeyOf(key))
  const header = Buffer.concat([Buffer.from([FORMAT, sealingId.length]), Buffer.from(sealingId)])

  return {
    seal(plain, context) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, iv).setAAD(authenticated(header, context))
      const ciphertext = Buffer.concat([
        cipher.update(typeof plain === 'string' ? Buffer.from(plain) : plain),
        cipher.final(),
      ])
      return Buffer.concat([header, iv, cipher.getAuthTag(), ciphertext])
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
      const headerBytes = 2 + (bytes[1] ?? 0)
      const ciphertextStart = headerBytes + IV_BYTES + TAG_BYTES
      if (bytes[0] !== FORMAT || bytes.length < ciphertextStart)
        throw new SealError('SEAL_BROKEN', 'These bytes were not sealed')
      const ownHeader = bytes.subarray(0, headerBytes)
      const id = ownHeader.toString('latin1', 2)
      const key = byId.get(id)
      if (key === undefined) throw new SealError('SEAL_KEY_UNKNOWN', `There is no sealing key ${JSON.stringify(id)}`)
      const iv = bytes.subarray(headerBytes, headerBytes + IV_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
      decipher
        .setAuthTag(bytes.subarray(headerBytes + IV_BYTES, ciphertextStart))
        .setAAD(authenticated(ownHeader, context))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(ciphertextStart)), decipher.final()])
      } catch (cause) {
        throw new SealError('SEAL_BROKEN', 'The sealed bytes or their context were changed', { cause })
      }
    },
    fingerprints(plain, context) {
      const hash = (key: Buffer) => createHmac('sha256', key).update(`${context}\0${plain}`).digest()
      return [hash(hashKey), ...olderHashKeys.map(hash)]
    },
  }
}

/** One fresh key, in the format of `openSealer`. */
export function generateSealingKeys(): string {
  return `${randomBytes(4).toString('hex')}:${randomBytes(KEY_BYTES).toString('base64')}`
}

function parseKeys(keys: string): [string, KeyObject][] {
  const parsed = keys.split(',').map((entry, index): [string, KeyObject] => {
    const [id = '', encoded = '', ...rest] = entry.trim().split(':')
    const bytes = Buffer.from(encoded, 'base64')
    if (!KEY_ID.test(id) || rest.length > 0 || bytes.length !== KEY_BYTES || !isBase64(encoded, bytes)) {
      throw new SealError('SEAL_KEYS_INVALID', `Sealing key ${index + 1} is not id:base64 with ${KEY_BYTES} bytes`)
    }
    return [id, createSecretKey(bytes)]
  })
  if (new Set(parsed.map(([id]) => id)).size !== parsed.length) {
    throw new SealError('SEAL_KEYS_INVALID', 'Two sealing keys have the same id')
  }
  return parsed
}

function isBase64(encoded: string, bytes: Buffer): boolean {
  return bytes.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '')
}

/** A key for hashes, from which the key for encryption cannot be computed. */
function hashKeyOf(key: KeyObject): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'fingerprint', KEY_BYTES))
}

function authenticated(header: Buffer, context: string): Buffer {
  return Buffer.concat([header, Buffer.from(context)])
}
