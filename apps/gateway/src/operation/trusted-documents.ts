import { readFile } from 'node:fs/promises'
import { OperatorError } from '@travel-rule/service/operator-error'
import { z } from 'zod'

/** The documents of a published manifest. */
export interface TrustedDocuments {
  byId(id: string): string | undefined
  /** True if exactly this document is published, under any id. */
  has(document: string): boolean
  readonly size: number
}

/**
 * The manifest in a file: an Apollo persisted query manifest, or a map of ids to documents.
 *
 * Throws `OperatorError` for anything else. Source: Apollo, "Persisted query manifest", format
 * version 1.
 */
export async function readTrustedDocuments(path: string): Promise<TrustedDocuments> {
  const entries = parseManifest(await readManifest(path))
  if (entries === undefined) {
    throw new OperatorError(
      `GATEWAY_TRUSTED_DOCUMENTS: ${path} is neither an Apollo persisted query manifest nor a map {"id": "document"}`,
    )
  }
  const documents = new Map(entries)
  const published = new Set(documents.values())
  return { byId: (id) => documents.get(id), has: (document) => published.has(document), size: documents.size }
}

async function readManifest(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw new OperatorError(`GATEWAY_TRUSTED_DOCUMENTS: ${path} cannot be read as JSON`, { cause: error })
  }
}

const apolloManifest = z.object({
  format: z.literal('apollo-persisted-query-manifest'),
  version: z.literal(1),
  operations: z.array(z.object({ id: z.string().min(1), body: z.string().min(1) })),
})
const mapManifest = z.record(z.string().min(1), z.string().min(1))

function parseManifest(json: unknown): readonly (readonly [id: string, document: string])[] | undefined {
  const apollo = apolloManifest.safeParse(json)
  if (apollo.success) return apollo.data.operations.map(({ id, body }) => [id, body] as const)
  if (typeof json === 'object' && json !== null && 'format' in json) return undefined
  const map = mapManifest.safeParse(json)
  return map.success ? Object.entries(map.data) : undefined
}
