import type { AppliedEvents } from '@travel-rule/database/applied-cursor'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** The ids of a feed's events that are already in the audit log. */
export async function listAudited(
  db: Kysely<Tables>,
  source: string,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const query = db.selectFrom('audit_log').select('event_id').where('source', '=', source)
  const rows = await query.where('event_id', 'in', eventIds).execute()
  return new Set(rows.map(({ event_id }) => event_id))
}

/** The events of a feed that are in the audit log. */
export function auditedEvents(db: Kysely<Tables>, source: string): AppliedEvents {
  const places = () =>
    db
      .selectFrom('audit_log')
      .select(['source_position as position', 'event_id as eventId', 'source_epoch as epoch'])
      .where('source', '=', source)
      .where('source_position', 'is not', null)
      .$narrowType<{ position: bigint }>()
  return {
    async has({ position, eventId }) {
      const query = places().where('event_id', '=', eventId).where('source_position', '=', position)
      return (await query.executeTakeFirst()) !== undefined
    },
    async last() {
      const place = await places().orderBy('sequence', 'desc').limit(1).executeTakeFirst()
      return place && { ...place, epoch: place.epoch ?? undefined }
    },
    async upTo(position) {
      const query = places().where('source_position', '<=', position)
      return await query.orderBy('source_position', 'desc').orderBy('sequence', 'desc').limit(1).executeTakeFirst()
    },
  }
}
