import { createHash } from 'node:crypto'
import { type AuditRecord, canonicalEntry } from '../domain/audit-entry.ts'

/** The hash of `record` as entry `sequence` after an entry with `previousHash`. */
export function hashEntry(previousHash: Uint8Array, sequence: bigint, record: AuditRecord): Buffer {
  return createHash('sha256').update(previousHash).update(canonicalEntry(sequence, record), 'utf8').digest()
}
