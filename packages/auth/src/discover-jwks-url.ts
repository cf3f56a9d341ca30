import { type FetchJsonOptions, fetchJson } from './fetch-json.ts'

/**
 * The `jwks_uri` of an OpenID provider.
 * Throws when the document names another issuer than the one that was asked: its keys would then vouch for somebody else.
 * Source: OpenID Connect Discovery 1.0, sections 4 and 4.3.
 */
export async function discoverJwksUrl(issuer: string, options: FetchJsonOptions): Promise<string> {
  const url = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`
  const document = await fetchJson(url, options)
  if (typeof document !== 'object' || document === null) throw new Error(`${url} is not a discovery document`)
  if (!('issuer' in document) || document.issuer !== issuer) throw new Error(`${url} names another issuer`)
  if (!('jwks_uri' in document) || !isHttpUrl(document.jwks_uri)) throw new Error(`${url} has no usable jwks_uri`)
  return document.jwks_uri
}

function isHttpUrl(value: unknown): value is string {
  return typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '')
}
