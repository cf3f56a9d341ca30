import { z } from 'zod'
import { valueAt, vendorPath } from '../../vendors/domain/vendor-template.ts'
import type { VendorHit } from './screening-result.ts'

/** Describes how to ask a vendor's API about a name, and how to read its response. */
export const vendorMappingSchema = z.strictObject({
  /** The request body: any JSON, in which `{name}` and `{type}` (`PERSON`, `ORGANISATION`) are replaced. */
  body: z.json(),
  /** Path to the array of hits. */
  hits: vendorPath,
  /** Paths within a hit. */
  name: vendorPath,
  score: vendorPath.optional(),
  reference: vendorPath.optional(),
})

export type VendorMapping = z.infer<typeof vendorMappingSchema>

const HITS_MAX = 100

/** The hits in a response. A response without the path to the hits is a failure, not a pass. */
export function readHits(
  mapping: VendorMapping,
  body: string,
): { readonly ok: true; readonly hits: readonly VendorHit[] } | { readonly ok: false; readonly reason: string } {
  let response: unknown
  try {
    response = JSON.parse(body)
  } catch {
    return { ok: false, reason: 'its response is not JSON' }
  }
  const hits = valueAt(response, mapping.hits)
  if (!Array.isArray(hits)) return { ok: false, reason: 'its response has no array of hits' }
  return {
    ok: true,
    hits: hits.slice(0, HITS_MAX).map((hit: unknown) => {
      const score = mapping.score === undefined ? undefined : numberOf(valueAt(hit, mapping.score))
      const reference = mapping.reference === undefined ? undefined : valueAt(hit, mapping.reference)
      return {
        name: String(valueAt(hit, mapping.name) ?? ''),
        score,
        reference: reference === undefined || reference === null ? undefined : String(reference),
      }
    }),
  }
}

/** Reads a number, which may be written as a string. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
