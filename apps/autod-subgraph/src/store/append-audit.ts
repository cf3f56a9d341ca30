import type { Transaction } from 'kysely'
import type { AuditEntry, AuditRecord } from '../domain/audit-entry.ts'
import { toRow } from './audit-row.ts'
import { hashEntry } from './hash-entry.ts'
import type { Tables } from './tables.ts'

/**
 * Appends a record to the chain in the caller's transaction.
 *
 * Whoever appends waits for earlier appenders until their commit, so entries are in the order of commits: append before
 * locking anything that another appender may hold. Throws when the event (`source`, `eventId`) is in the log already.
 */
export async function appendAudit(tx: Transaction<Tables>, record: AuditRecord): Promise<AuditEntry> {
  const end = await tx.selectFrom('audit_chain').select(['sequence', 'hash']).forUpdate().executeTakeFirstOrThrow()
  const sequence = end.sequence + 1n
  const hash = hashEntry(end.hash, sequence, record)
  const entry: AuditEntry = { ...record, sequence, previousHash: end.hash, hash }
  await tx.insertInto('audit_log').values(toRow(entry)).execute()
  await tx.updateTable('audit_chain').set({ sequence, hash }).execute()
  return entry
}
