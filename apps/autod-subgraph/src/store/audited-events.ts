import type { EventPlace } from '@travel-rule/database/last-shared-event'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Whether an event of a feed is already in the audit log. */
export async function isAudited(db: Kysely<Tables>, source: string, eventId: string): Promise<boolean> {
  const query = db.selectFrom('audit_log').select('sequence').where('source', '=', source)
  return (await query.where('event_id', '=', eventId).executeTakeFirst()) !== undefined
}

/** The last audited event of a feed at or before a position, as it was recorded last. */
export async function lastAudited(
  db: Kysely<Tables>,
  source: string,
  position: bigint,
): Promise<EventPlace | undefined> {
  const row = await db
    .selectFrom('audit_log')
    .select(['source_position', 'event_id'])
    .where('source', '=', source)
    .where('source_position', '<=', position)
    .orderBy('source_position', 'desc')
    .orderBy('sequence', 'desc')
    .executeTakeFirst()
  if (row === undefined || row.source_position === null) return undefined
  return { position: row.source_position, eventId: row.event_id }
}
