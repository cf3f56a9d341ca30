import { createLocalJWKSet, type JWK, type JWTVerifyGetKey } from 'jose'
import { type FetchJsonOptions, fetchJson } from './fetch-json.ts'

const PUBLIC_KEY_TYPES: ReadonlySet<unknown> = new Set(['RSA', 'EC', 'OKP'])
const keysMax = 50

/**
 * The public signature keys published at a JWKS URL, as a lookup by token header.
 * Throws when the document holds no usable key, so that a provider that answers with nonsense is treated as one that is down.
 */
export async function loadKeySet(jwksUrl: string, options: FetchJsonOptions): Promise<JWTVerifyGetKey> {
  const document = await fetchJson(jwksUrl, options)
  const keys = usableKeys(document)
  if (keys.length === 0) throw new Error(`${jwksUrl} holds no public signature key`)
  if (keys.length > keysMax) throw new Error(`${jwksUrl} holds more than ${keysMax} keys`)
  return createLocalJWKSet({ keys })
}

/** Symmetric and private keys and keys for encryption are left out: none of them may verify a signature. */
function usableKeys(document: unknown): JWK[] {
  if (!isRecord(document) || !Array.isArray(document.keys)) return []
  return document.keys.filter(isRecord).filter(isPublicSignatureKey)
}

function isPublicSignatureKey(key: Record<string, unknown>): boolean {
  return PUBLIC_KEY_TYPES.has(key.kty) && key.d === undefined && (key.use === undefined || key.use === 'sig')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
