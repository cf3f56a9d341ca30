import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { type KeyWrapper, localWrapper } from './key-wrapper.ts'
import { openRecordKeys, type RecordKeys } from './record-keys.ts'
import {
  bytesOf,
  DIRECT_FORMAT,
  decrypt,
  encrypt,
  KEY_BYTES,
  SealError,
  type Sealing,
  sealingKeyIdOf,
} from './sealed-bytes.ts'

const KEY_ID = /^[A-Za-z0-9._-]{1,64}$/

/** Seals under the sealing keys themselves, or under the data keys of records that they wrap. */
export interface Sealer extends Sealing {
  /** The data keys of records. */
  readonly records: RecordKeys
  /** Wraps keys under the first sealing key. */
  readonly wrapper: KeyWrapper
  readonly fingerprints: Fingerprints
}

/**
 * A keyed hash of `plain` with each key: store the first, search for all. Within one `context`, equal strings have
 * equal hashes; without the keys, hashes reveal nothing else.
 */
export type Fingerprints = (plain: string, context: string) => readonly [Buffer, ...Buffer[]]

/**
 * Seals with AES-256-GCM under the first of `keys`, opens with any of them.
 *
 * `keys`: `id:base64` pairs of 32-byte keys, separated by commas. To rotate, put a new key first
 * and keep the old ones while data is sealed with them. Sealed bytes: format 1, key id length, key
 * id, 12-byte iv, 16-byte tag, ciphertext. Throws a `SealError` for any other `keys`.
 */
export function openSealer(keys: string, { createsDataKeys = true }: SealerOptions = {}): Sealer {
  const parsed = parseKeys(keys)
  const [sealing] = parsed
  if (sealing === undefined) throw new SealError('SEAL_KEYS_INVALID', 'There is no sealing key')
  const [sealingId, sealingKey] = sealing
  const byId = new Map(parsed)
  const header = Buffer.concat([Buffer.from([DIRECT_FORMAT, sealingId.length]), Buffer.from(sealingId)])
  const direct: Sealing = {
    seal: (plain, context) => encrypt({ key: sealingKey, header }, plain, context),
    open(sealed, context) {
      const bytes = bytesOf(sealed)
      const id = sealingKeyIdOf(bytes)
      if (id === undefined) throw new SealError('SEAL_BROKEN', 'These bytes were not sealed with a sealing key')
      const key = byId.get(id)
      if (key === undefined) throw new SealError('SEAL_KEY_UNKNOWN', `There is no sealing key ${JSON.stringify(id)}`)
      return decrypt({ key, header: bytes.subarray(0, 2 + id.length) }, bytes, context)
    },
  }
  const wrapper = localWrapper(sealingId, direct)
  return {
    ...direct,
    wrapper,
    records: openRecordKeys({ direct, wrapper, createsDataKeys }),
    fingerprints: fingerprintsWith(indexKeysOf(keys)),
  }
}

export interface SealerOptions {
  /** True if new records get a data key, which programs from before data keys cannot read. */
  readonly createsDataKeys?: boolean
}

/** Computes fingerprints with these keys; the one of the first key is to be stored. */
export function fingerprintsWith(keys: readonly [Buffer, ...Buffer[]]): Fingerprints {
  // Node.js throws and catches an error for each HMAC whose key is a buffer.
  const [first, ...older] = keys.map((key) => createSecretKey(key)) as [KeyObject, ...KeyObject[]]
  return (plain, context) => {
    const hash = (key: KeyObject) => createHmac('sha256', key).update(`${context}\0${plain}`).digest()
    return [hash(first), ...older.map(hash)]
  }
}

/** Fingerprint keys derived from the sealing keys; the sealing keys cannot be computed from them. */
export function indexKeysOf(keys: string): [Buffer, ...Buffer[]] {
  return parseKeys(keys).map(([, key]) => hashKeyOf(key)) as [Buffer, ...Buffer[]]
}

/** Generates one key, in the format of `openSealer`. */
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

/** A key for hashes, from which the encryption key cannot be computed. */
function hashKeyOf(key: KeyObject): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'fingerprint', KEY_BYTES))
}
