import type { StoredEvent } from '@travel-rule/database/outbox'
import type { Transaction } from 'kysely'
import { appendAudit } from '../store/append-audit.ts'
import type { Tables } from '../store/tables.ts'
import { saveSighting } from '../store/users.ts'

/** The effect of one event of the feed `source`: an entry of the audit log, and the user at work is seen. */
export async function applyEvent(tx: Transaction<Tables>, source: string, event: StoredEvent): Promise<void> {
  const { position, id, type, subject, actor, at, detail } = event
  await appendAudit(tx, { source, sourcePosition: position, eventId: id, type, subject, actor, at, detail })
  if (actor.type === 'USER') await saveSighting(tx, { id: actor.id, name: actor.name, roles: undefined, at })
}
