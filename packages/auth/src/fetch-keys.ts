import { get as getHttp, type IncomingMessage } from 'node:http'
import { get as getHttps } from 'node:https'
import { isObject } from '@travel-rule/service/json'
import { createLocalJWKSet, type JWK, type JWTVerifyGetKey } from 'jose'

export interface FetchOptions {
  readonly signal: AbortSignal
  readonly bodyBytesMax: number
}

const PUBLIC_KEY_TYPES: ReadonlySet<unknown> = new Set(['RSA', 'EC', 'OKP'])
const keysMax = 50

/**
 * The public signature keys published at a JWKS URL, as a lookup by token header.
 *
 * Throws when the document holds no usable key: a provider that publishes none counts as
 * unavailable.
 */
export async function fetchKeys(jwksUrl: string, options: FetchOptions): Promise<JWTVerifyGetKey> {
  const document = await fetchJson(jwksUrl, options)
  const keys = signatureKeysOf(document)
  if (keys.length === 0) throw new Error(`${jwksUrl} holds no public signature key`)
  if (keys.length > keysMax) throw new Error(`${jwksUrl} holds more than ${keysMax} keys`)
  return createLocalJWKSet({ keys })
}

/**
 * The `jwks_uri` of an OpenID provider.
 *
 * Throws when the document names another issuer: its keys would vouch for that issuer's tokens.
 * Source: OpenID Connect Discovery 1.0, sections 4 and 4.3.
 */
export async function discoverJwksUrl(issuer: string, options: FetchOptions): Promise<string> {
  const url = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`
  const document = await fetchJson(url, options)
  if (!isObject(document)) throw new Error(`${url} is not a discovery document`)
  if (document.issuer !== issuer) throw new Error(`${url} names another issuer`)
  if (!isHttpUrl(document.jwks_uri)) throw new Error(`${url} has no usable jwks_uri`)
  return document.jwks_uri
}

/** Without symmetric, private and encryption keys: none of them may verify a signature. */
function signatureKeysOf(document: unknown): JWK[] {
  if (!isObject(document) || !Array.isArray(document.keys)) return []
  return document.keys.filter(isObject).filter(isPublicSignatureKey)
}

function isPublicSignatureKey(key: Record<string, unknown>): boolean {
  return PUBLIC_KEY_TYPES.has(key.kty) && key.d === undefined && (key.use === undefined || key.use === 'sig')
}

/**
 * The JSON document at a URL. Throws for any status but 200, a redirect, a longer body or a body
 * that is not JSON.
 *
 * Uses node:http because loading the global `fetch` costs a process 18 MB.
 */
async function fetchJson(url: string, { signal, bodyBytesMax }: FetchOptions): Promise<unknown> {
  const response = await get(url, signal)
  try {
    if (response.statusCode !== 200) throw new Error(`${url} responded with status ${response.statusCode}`)
    return parseJson(await readBody(response, url, bodyBytesMax), url)
  } finally {
    response.destroy()
  }
}

function get(url: string, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const send = new URL(url).protocol === 'https:' ? getHttps : getHttp
  // Without an agent: keys are fetched every few minutes, too rarely to keep a connection open.
  send(url, { agent: false, headers: { accept: 'application/json' }, signal }, resolve).on('error', reject)
  return promise
}

async function readBody(response: IncomingMessage, url: string, bodyBytesMax: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength
    if (bytes > bodyBytesMax) throw new Error(`${url} responded with more than ${bodyBytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(body: string, url: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new Error(`${url} did not respond with JSON`)
  }
}

function isHttpUrl(value: unknown): value is string {
  return typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '')
}
