import { z } from 'zod'
import type { AuditEntry } from './audit-entry.ts'

/** Version of the export's format. */
export const EXPORT_FORMAT = 1

/** The content of a line of an export. Checkpoint lines are the same as in the checkpoint file. */
export type ExportLine =
  | { readonly kind: 'audit-log'; readonly exportedAt: Date }
  | { readonly kind: 'entry'; readonly entry: AuditEntry }
  | { readonly kind: 'checkpoint'; readonly jws: string }
  /** The last line: the end of the chain according to its own record. */
  | { readonly kind: 'end'; readonly sequence: bigint; readonly hash: string }

const integer = z
  .string()
  .regex(/^-?\d{1,19}$/)
  .transform(BigInt)
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const bytes = hash.transform((hex) => Buffer.from(hex, 'hex') as Uint8Array)
const time = z.iso.datetime().transform((at) => new Date(at))
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullable().transform((value) => value ?? undefined)

const lineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('audit-log'), format: z.literal(EXPORT_FORMAT), exportedAt: time }),
  z.object({
    kind: z.literal('entry'),
    sequence: integer,
    version: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    source: z.string(),
    sourceEpoch: optional(z.string()),
    sourcePosition: optional(integer),
    eventId: z.string(),
    // Absent in exports before version 3.
    previousEventId: z
      .string()
      .nullish()
      .transform((id) => id ?? undefined),
    type: z.string(),
    subject: z.object({ type: z.string(), id: z.string() }),
    actor: z.object({
      type: z.enum(['USER', 'SYSTEM', 'COUNTERPARTY', 'CUSTOMER']),
      id: z.string(),
      name: z.string().nullable(),
    }),
    at: time,
    detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    previousHash: bytes,
    hash: bytes,
  }),
  z.object({ kind: z.literal('checkpoint'), jws: z.string() }),
  z.object({ kind: z.literal('end'), sequence: integer, hash }),
])

/** Encodes the line of an entry, without the line feed. The order of its members is part of the format. */
export function encodeEntry(entry: AuditEntry): string {
  const { sequence, version, source, sourceEpoch, sourcePosition, eventId, type, subject, actor, at, detail } = entry
  return JSON.stringify({
    kind: 'entry',
    sequence: String(sequence),
    version,
    source,
    sourceEpoch: sourceEpoch ?? null,
    sourcePosition: sourcePosition === undefined ? null : String(sourcePosition),
    eventId,
    previousEventId: entry.previousEventId ?? null,
    type,
    subject: { type: subject.type, id: subject.id },
    actor: { type: actor.type, id: actor.id, name: actor.name ?? null },
    at: at.toISOString(),
    detail,
    previousHash: Buffer.from(entry.previousHash).toString('hex'),
    hash: Buffer.from(entry.hash).toString('hex'),
  })
}

/** The first line of an export. */
export function encodeHeader(exportedAt: Date): string {
  return JSON.stringify({ kind: 'audit-log', format: EXPORT_FORMAT, exportedAt: exportedAt.toISOString() })
}

/** The last line of an export. */
export function encodeEnd(end: { readonly sequence: bigint; readonly hash: Uint8Array }): string {
  const { sequence, hash } = end
  return JSON.stringify({ kind: 'end', sequence: String(sequence), hash: Buffer.from(hash).toString('hex') })
}

/** Decodes a line; `undefined` if it is not a line of an export. */
export function decodeExportLine(line: string): ExportLine | undefined {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    return undefined
  }
  const parsed = lineSchema.safeParse(json)
  if (!parsed.success) return undefined
  if (parsed.data.kind !== 'entry') return parsed.data
  const { kind, actor, ...rest } = parsed.data
  const { type, id, name } = actor
  return { kind, entry: { ...rest, actor: { type, id, ...(name === null ? {} : { name }) } } }
}
