import type { Identity } from '@travel-rule/auth/identity'
import type { EventOrigin, FeedGap } from '@travel-rule/database/feed-consumer'
import type { StoredEvent } from '@travel-rule/database/outbox'
import type { Kysely, Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import { appendAllAudit, appendOwnAudit } from '../../store/audit-log.ts'
import { listAudited } from '../../store/audited-events.ts'
import type { Tables } from '../../store/tables.ts'
import { type Sighting, saveSighting, saveSightings } from '../../store/users.ts'

/** A caller is recorded again after this time, or when its name or roles have changed. */
const RECORD_INTERVAL_MS = 60_000
const CALLERS_MAX = 10_000

/** Records when a caller was last seen. Most calls run no SQL. */
export type SeeCaller = (identity: Identity) => Promise<void>

export function openSeeCaller(db: Kysely<Tables>, now: () => Date): SeeCaller {
  const seen = new LRUCache<string, { readonly profile: string; readonly atMs: number }>({ max: CALLERS_MAX })
  return async ({ subject, name, roles }) => {
    const at = now()
    const profile = JSON.stringify([name, roles])
    const last = seen.get(subject)
    if (last?.profile === profile && at.getTime() - last.atMs < RECORD_INTERVAL_MS) return
    await saveSighting(db, { id: subject, name: name === '' ? undefined : name, roles, at })
    seen.set(subject, { profile, atMs: at.getTime() })
  }
}

/**
 * Appends a page of events of the feed `source` to the audit log, and records their users as seen. Events
 * that were audited before their source was restored from a backup are not appended again. The number of
 * statements does not depend on the number of events.
 */
export async function applyEvents(
  tx: Transaction<Tables>,
  source: string,
  events: readonly StoredEvent[],
  { epoch, previousId }: EventOrigin,
): Promise<void> {
  const ids = events.map(({ id }) => id)
  const audited = await listAudited(tx, source, ids)
  const fresh = events.flatMap((event, index) => {
    if (audited.has(event.id)) return []
    const { position, id, type, subject, actor, at, detail } = event
    const origin = { source, sourceEpoch: epoch, sourcePosition: position, eventId: id }
    return [{ ...origin, previousEventId: ids[index - 1] ?? previousId, type, subject, actor, at, detail }]
  })
  await appendAllAudit(tx, fresh)
  const sightings = fresh.flatMap(({ actor, at }): Sighting[] =>
    actor.type === 'USER' ? [{ id: actor.id, name: actor.name, roles: undefined, at }] : [],
  )
  await saveSightings(tx, sightings)
}

/** Type of the entry that marks where a feed was restored from a backup. */
const GAP_ACCEPTED = 'feed.gap-accepted'

/**
 * Appends to the audit log what an operator has accepted after a restore of a source: its events from
 * `lostAfter` to `lostUntil` were audited, but no longer exist there.
 */
export async function recordFeedGap(
  tx: Transaction<Tables>,
  { source, gap, at }: { readonly source: string; readonly gap: FeedGap; readonly at: Date },
): Promise<void> {
  const { stop, previousEpoch, lostAfter, lostUntil } = gap
  await appendOwnAudit(tx, {
    type: GAP_ACCEPTED,
    subject: { type: 'feed', id: source },
    actor: { type: 'SYSTEM', id: 'feeds', name: stop.acceptedBy },
    at,
    detail: {
      reason: stop.code,
      stoppedAt: stop.at.toISOString(),
      acceptedBy: stop.acceptedBy,
      previousEpoch: previousEpoch ?? null,
      epoch: stop.epoch,
      lostAfter: String(lostAfter),
      lostUntil: String(lostUntil),
    },
  })
}
