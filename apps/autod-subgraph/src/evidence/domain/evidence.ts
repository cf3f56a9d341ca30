import { z } from 'zod'
import type { AuditEntry } from '../../audit-log/domain/audit-entry.ts'
import { decodeExportLine, encodeEntry } from '../../audit-log/domain/export-line.ts'

/** Version of the format. */
export const EVIDENCE_FORMAT = 'transaction-evidence/1'

/** The place of an entry in the tree of a checkpoint. */
export interface InclusionProof {
  /** Index of the checkpoint in `checkpoints`. */
  readonly checkpoint: number
  /** Hashes in hexadecimal. */
  readonly path: readonly string[]
}

/** An entry of the audit log; without a proof if no checkpoint with a tree covers it. */
export interface EvidenceEntry {
  readonly entry: AuditEntry
  readonly proof: InclusionProof | undefined
}

/** Everything about a transaction. */
export interface Evidence {
  readonly transactionId: string
  readonly createdAt: Date
  /** The person or client that requested it. */
  readonly createdBy: { readonly id: string; readonly name: string; readonly client: string }
  /** As provided by trpd. */
  readonly exchange: Readonly<Record<string, unknown>>
  /** As provided by aopd. */
  readonly proofs: readonly unknown[]
  readonly entries: readonly EvidenceEntry[]
  /** Compact JWSs. */
  readonly checkpoints: readonly string[]
}

/** Evidence in its canonical form, with a signature of its hash. */
export interface SignedEvidence {
  /** Canonical JSON. */
  readonly evidence: string
  /** A compact JWS over `encodeSeal`. */
  readonly signature: string
}

const hex = z.string().regex(/^([0-9a-f]{2})*$/)
const fileSchema = z.strictObject({
  evidence: z.strictObject({
    format: z.literal(EVIDENCE_FORMAT),
    transactionId: z.string(),
    createdAt: z.iso.datetime().transform((at) => new Date(at)),
    createdBy: z.strictObject({ id: z.string(), name: z.string(), client: z.string() }),
    exchange: z.record(z.string(), z.unknown()),
    proofs: z.array(z.unknown()),
    audit: z.strictObject({
      entries: z.array(
        z.strictObject({
          entry: z.record(z.string(), z.unknown()),
          proof: z.strictObject({ checkpoint: z.int().min(0), path: z.array(hex) }).nullable(),
        }),
      ),
      checkpoints: z.array(z.string()),
    }),
  }),
  signature: z.string(),
})

/** JSON without white space, with object keys in code unit order. `value` must come from `JSON.parse`. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}

/** The canonical form, which the signature covers. */
export function encodeEvidence({ entries, checkpoints, createdAt, ...evidence }: Evidence): string {
  const audit = {
    entries: entries.map(({ entry, proof }) => ({ entry: JSON.parse(encodeEntry(entry)), proof: proof ?? null })),
    checkpoints,
  }
  return canonicalJson({ format: EVIDENCE_FORMAT, createdAt: createdAt.toISOString(), audit, ...evidence })
}

/** Encodes the file of a bundle. */
export function encodeBundle({ evidence, signature }: SignedEvidence): string {
  return `{"evidence":${evidence},"signature":${JSON.stringify(signature)}}\n`
}

/** The evidence in a file, or why the file is not evidence. */
export function decodeBundle(file: string): (SignedEvidence & { readonly content: Evidence }) | { problem: string } {
  let json: unknown
  try {
    json = JSON.parse(file)
  } catch {
    return { problem: 'The file is not JSON.' }
  }
  const parsed = fileSchema.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { problem: `The file is not a bundle of evidence: ${issue?.path.join('.')}: ${issue?.message}` }
  }
  const { signature } = parsed.data
  const evidence = canonicalJson((json as { readonly evidence: unknown }).evidence)
  if (encodeBundle({ evidence, signature }) !== file) {
    return { problem: 'The file is not as it was written: its JSON has another form than the canonical one.' }
  }
  const { audit, format: _, ...rest } = parsed.data.evidence
  const entries: EvidenceEntry[] = []
  for (const { entry, proof } of audit.entries) {
    const line = decodeExportLine(JSON.stringify(entry))
    if (line?.kind !== 'entry') return { problem: `Entry ${entries.length + 1} is not an entry of an audit log.` }
    entries.push({ entry: line.entry, proof: proof ?? undefined })
  }
  return { evidence, signature, content: { ...rest, entries, checkpoints: audit.checkpoints } }
}
