import { readFile } from 'node:fs/promises'
import { OperatorError } from '@travel-rule/service/operator-error'
import { z } from 'zod'

/** Operations that were published before: texts by their ids. */
export interface TrustedDocuments {
  textOf(id: string): string | undefined
  /** Whether this very text is published, under whatever id. */
  has(text: string): boolean
  readonly size: number
}

/**
 * The manifest in a file: an Apollo persisted query manifest, or a map of ids to texts.
 *
 * Throws `OperatorError` when there is none. Source: Apollo, "Persisted query manifest", format version 1.
 */
export async function readTrustedDocuments(path: string): Promise<TrustedDocuments> {
  const entries = parseManifest(await readManifest(path))
  if (entries === undefined) {
    throw new OperatorError(
      `GATEWAY_TRUSTED_DOCUMENTS: ${path} is no manifest: neither an Apollo persisted query manifest nor {"id": "text"}`,
    )
  }
  const texts = new Map(entries)
  const published = new Set(texts.values())
  return { textOf: (id) => texts.get(id), has: (text) => published.has(text), size: texts.size }
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

function parseManifest(json: unknown): readonly (readonly [string, string])[] | undefined {
  const apollo = apolloManifest.safeParse(json)
  if (apollo.success) return apollo.data.operations.map(({ id, body }) => [id, body] as const)
  if (typeof json === 'object' && json !== null && 'format' in json) return undefined
  const map = mapManifest.safeParse(json)
  return map.success ? Object.entries(map.data) : undefined
}
