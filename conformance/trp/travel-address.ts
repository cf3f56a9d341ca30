import { createHash } from 'node:crypto'
import { createBase58check } from '@scure/base'

const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest())

/** The travel address of a URL whose query contains `t=i`. */
export function encodeTravelAddress(url: URL): string {
  return `ta${base58check.encode(new TextEncoder().encode(url.href.replace(/^https?:\/\//, '')))}`
}

export type DecodedTravelAddress =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly problem: string }

/** The URL of a travel address, or the problem with it. Source: TRP 3.2.1, "Travel Address". */
export function decodeTravelAddress(address: string): DecodedTravelAddress {
  if (!address.startsWith('ta')) return { ok: false, problem: 'it does not start with "ta"' }
  let content: string
  try {
    content = new TextDecoder('utf-8', { fatal: true }).decode(base58check.decode(address.slice(2)))
  } catch {
    return { ok: false, problem: 'it is not base58 with a valid checksum: was a character lost or changed?' }
  }
  if (content.includes('://')) return { ok: false, problem: 'the URL inside has a scheme, which must be left out' }
  const url = URL.canParse(`https://${content}`) ? new URL(`https://${content}`) : undefined
  if (url === undefined) return { ok: false, problem: 'what is inside is not a URL' }
  if (url.username !== '' || url.password !== '') return { ok: false, problem: 'the URL inside has a user or password' }
  if (url.searchParams.get('t') !== 'i') return { ok: false, problem: 'the URL inside has no query with t=i' }
  return { ok: true, url }
}
