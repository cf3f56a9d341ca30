import type { Insertable, Selectable } from 'kysely'
import type { AuditEntry } from '../domain/audit-entry.ts'
import { entityLinks } from '../domain/entity-links.ts'
import type { AuditLogTable } from './tables.ts'

export function toRow(entry: AuditEntry): Insertable<AuditLogTable> {
  const { transactionId, vaspId } = entityLinks(entry)
  return {
    sequence: entry.sequence,
    source: entry.source,
    source_position: entry.sourcePosition ?? null,
    event_id: entry.eventId,
    type: entry.type,
    subject_type: entry.subject.type,
    subject_id: entry.subject.id,
    actor_type: entry.actor.type,
    actor_id: entry.actor.id,
    actor_name: entry.actor.name ?? null,
    at: entry.at,
    detail: JSON.stringify(entry.detail),
    transaction_id: transactionId ?? null,
    vasp_id: vaspId ?? null,
    previous_hash: Buffer.from(entry.previousHash),
    hash: Buffer.from(entry.hash),
  }
}

export function fromRow(row: Selectable<AuditLogTable>): AuditEntry {
  return {
    sequence: row.sequence,
    source: row.source,
    sourcePosition: row.source_position ?? undefined,
    eventId: row.event_id,
    type: row.type,
    subject: { type: row.subject_type, id: row.subject_id },
    actor: { type: row.actor_type, id: row.actor_id, ...(row.actor_name === null ? {} : { name: row.actor_name }) },
    at: row.at,
    detail: row.detail,
    previousHash: row.previous_hash,
    hash: row.hash,
  }
}
