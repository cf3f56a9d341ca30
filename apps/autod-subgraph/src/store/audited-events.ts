import type { AppliedEvents } from '@travel-rule/database/applied-cursor'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** The ids of a feed's events that are already in the audit log. */
export async function listAudited(
  db: Kysely<Tables>,
  source: string,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const query = db.selectFrom('auditLog').select('eventId').where('source', '=', source)
  const rows = await query.where('eventId', 'in', eventIds).execute()
  return new Set(rows.map(({ eventId }) => eventId))
}

/** The events of a feed that are in the audit log. */
export function auditedEvents(db: Kysely<Tables>, source: string): AppliedEvents {
  const places = () =>
    db
      .selectFrom('auditLog')
      .select(['sourcePosition as position', 'eventId as eventId', 'sourceEpoch as epoch'])
      .where('source', '=', source)
      .where('sourcePosition', 'is not', null)
      .$narrowType<{ position: bigint }>()
  return {
    async has({ position, eventId }) {
      const query = places().where('eventId', '=', eventId).where('sourcePosition', '=', position)
      return (await query.executeTakeFirst()) !== undefined
    },
    async last() {
      const place = await places().orderBy('sequence', 'desc').limit(1).executeTakeFirst()
      return place && { ...place, epoch: place.epoch ?? undefined }
    },
    async upTo(position) {
      const query = places().where('sourcePosition', '<=', position)
      return await query.orderBy('sourcePosition', 'desc').orderBy('sequence', 'desc').limit(1).executeTakeFirst()
    },
  }
}
