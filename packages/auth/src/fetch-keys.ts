import { isObject } from '@travel-rule/service/json'
import { createLocalJWKSet, type JWK, type JWTVerifyGetKey } from 'jose'
import { requestJson } from './request-json.ts'

export interface FetchOptions {
  readonly signal: AbortSignal
  readonly bodyBytesMax: number
}

const PUBLIC_KEY_TYPES: ReadonlySet<unknown> = new Set(['RSA', 'EC', 'OKP'])
const keysMax = 50

/** Published keys, with a lookup by token header. */
export interface SignatureKeys {
  readonly jwks: readonly JWK[]
  readonly find: JWTVerifyGetKey
}

/** The public signature keys published at a JWKS URL. Throws what `parseKeys` throws. */
export async function fetchKeys(jwksUrl: string, options: FetchOptions): Promise<SignatureKeys> {
  return parseKeys(await requestJson(jwksUrl, options), jwksUrl)
}

/**
 * The public signature keys of a JWK set from `source`.
 *
 * Throws when it holds no usable key: a provider that publishes none counts as unavailable.
 */
export function parseKeys(document: unknown, source: string): SignatureKeys {
  const jwks = signatureKeysOf(document)
  if (jwks.length === 0) throw new Error(`${source} holds no public signature key`)
  if (jwks.length > keysMax) throw new Error(`${source} holds more than ${keysMax} keys`)
  return { jwks, find: createLocalJWKSet({ keys: jwks }) }
}

/**
 * The `jwks_uri` of an OpenID provider.
 *
 * Throws when the document names another issuer: its keys would vouch for that issuer's tokens.
 * Source: OpenID Connect Discovery 1.0, sections 4 and 4.3.
 */
export async function discoverJwksUrl(issuer: string, options: FetchOptions): Promise<string> {
  const url = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`
  const document = await requestJson(url, options)
  if (!isObject(document)) throw new Error(`${url} is not a discovery document`)
  if (document.issuer !== issuer) throw new Error(`${url} names another issuer`)
  if (!isHttpUrl(document.jwks_uri)) throw new Error(`${url} has no usable jwks_uri`)
  return document.jwks_uri
}

/** Omits symmetric, private and encryption keys: none of them may verify a signature. */
function signatureKeysOf(document: unknown): JWK[] {
  if (!isObject(document) || !Array.isArray(document.keys)) return []
  return document.keys.filter(isObject).filter(isPublicSignatureKey)
}

function isPublicSignatureKey(key: Record<string, unknown>): boolean {
  return PUBLIC_KEY_TYPES.has(key.kty) && key.d === undefined && (key.use === undefined || key.use === 'sig')
}

function isHttpUrl(value: unknown): value is string {
  return typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '')
}
