import type { Database } from '@travel-rule/database/database'
import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import type { AuditRecord } from '../audit-log/domain/audit-entry.ts'
import { appendAudit } from '../store/audit-log.ts'
import { migrations } from '../store/migrations.ts'
import type { Tables } from '../store/tables.ts'

/** A new database of autod. */
export async function openTestStore(): Promise<Database<Tables>> {
  return await openTestDatabase<Tables>(migrations, { template: 'autod' })
}

let events = 0

/** A record of a feed, with a new id. */
export function auditRecord(changes: Partial<AuditRecord> = {}): AuditRecord {
  events += 1
  return {
    source: 'trpd',
    sourceEpoch: undefined,
    sourcePosition: BigInt(events),
    eventId: `event-${events}`,
    previousEventId: undefined,
    type: 'transfer.approved',
    subject: { type: 'transfer', id: 't-1' },
    actor: { type: 'USER', id: 'u-1', name: 'Ada' },
    at: new Date(Date.UTC(2025, 0, 1, 0, 0, events)),
    detail: { status: 'APPROVED', version: 2, note: null, archived: false },
    ...changes,
  }
}

export async function appendAll({ db }: Database<Tables>, records: readonly AuditRecord[]): Promise<void> {
  for (const record of records) await db.transaction().execute((tx) => appendAudit(tx, record))
}
