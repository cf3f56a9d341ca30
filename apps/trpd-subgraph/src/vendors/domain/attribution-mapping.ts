import { z } from 'zod'
import { valueAt, vendorPath } from './vendor-template.ts'

/** Describes how to ask a vendor's API about an address, and how to read its response. */
export const attributionMappingSchema = z.strictObject({
  /** The vendor's name, shown to officers. */
  vendor: z.string().trim().min(1).max(100),
  /** The request body: any JSON, in which `{address}`, `{asset}`, `{caip19}` and `{symbol}` are replaced. */
  body: z.json(),
  /** Path to the name of the VASP; the value is null or empty if the vendor knows none. */
  name: vendorPath,
  website: vendorPath.optional(),
})

export type AttributionMapping = z.infer<typeof attributionMappingSchema>

/** The VASP that an address belongs to, as named by a vendor. */
export interface NamedVasp {
  readonly name: string
  readonly website: string | undefined
}

const NAME_LENGTH_MAX = 400
const WEBSITE_LENGTH_MAX = 2_048

/**
 * The VASP named in a response; undefined if the vendor knows none. A response without the name's path is a
 * failure: a changed format must not look like an address without a VASP.
 */
export function readAttribution(
  mapping: AttributionMapping,
  body: string,
): { readonly ok: true; readonly vasp: NamedVasp | undefined } | { readonly ok: false; readonly reason: string } {
  let response: unknown
  try {
    response = JSON.parse(body)
  } catch {
    return { ok: false, reason: 'its response is not JSON' }
  }
  if (endsInNull(response, mapping.name)) return { ok: true, vasp: undefined }
  const name = valueAt(response, mapping.name)
  if (typeof name !== 'string') return { ok: false, reason: 'its response has no name of a VASP' }
  if (name.trim() === '') return { ok: true, vasp: undefined }
  if (name.length > NAME_LENGTH_MAX) return { ok: false, reason: 'the name of the VASP is too long' }
  const website = mapping.website === undefined ? undefined : valueAt(response, mapping.website)
  return { ok: true, vasp: { name: name.trim(), website: readWebsite(website) } }
}

/** True if the value at the path, or a value on the way to it, is null. */
function endsInNull(response: unknown, path: string): boolean {
  const keys = path.split('.')
  return keys.some((_key, index) => valueAt(response, keys.slice(0, index + 1).join('.')) === null)
}

/** An http(s) URL, or a host name without the scheme. Anything else is dropped, because the page links to it. */
function readWebsite(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > WEBSITE_LENGTH_MAX) return undefined
  const text = value.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined
  return url.username === '' && url.password === '' && url.hostname.includes('.') ? url.href : undefined
}
