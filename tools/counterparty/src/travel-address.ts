import { decodeBase58check, encodeBase58check } from './base58check.ts'
import { isLoopbackHost } from './loopback-host.ts'

const LETTERS_MAX = 2048

/**
 * The travel address of `url`, a URL whose query holds `t=i`. Its scheme is not part of it: the reader implies `https://`.
 *
 * Source: shared/reference/trp.md, "Travel address".
 */
export function encodeTravelAddress(url: URL): string {
  return `ta${encodeBase58check(Buffer.from(url.href.slice(url.origin.length - url.host.length), 'ascii'))}`
}

export type TravelAddressProblem = 'prefix' | 'format' | 'checksum' | 'scheme' | 'tag' | 'host'
export type TravelAddressDecoded = { ok: true; url: URL } | { ok: false; why: TravelAddressProblem }

/** The URL to post an inquiry to: `http:` for a loopback host, because this is a tool for demonstrations, else `https:`. */
export function decodeTravelAddress(text: string): TravelAddressDecoded {
  if (!text.startsWith('ta')) return { ok: false, why: 'prefix' }
  if (text.length > LETTERS_MAX) return { ok: false, why: 'format' }
  const decoded = decodeBase58check(text.slice(2))
  if (!decoded.ok) return decoded
  const rest = Buffer.from(decoded.bytes).toString('latin1')
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(rest)) return { ok: false, why: 'scheme' }
  const url = parseUrl(`https://${rest}`)
  const query = url?.searchParams ?? new URLSearchParams(rest.split('?')[1] ?? '')
  if (query.get('t') !== 'i') return { ok: false, why: 'tag' }
  if (url === undefined || url.username !== '' || url.password !== '') return { ok: false, why: 'host' }
  return { ok: true, url: isLoopbackHost(url.hostname) ? new URL(`http://${rest}`) : url }
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
