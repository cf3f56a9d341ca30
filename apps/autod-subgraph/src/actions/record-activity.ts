import type { Identity } from '@travel-rule/auth/identity'
import type { EventOrigin } from '@travel-rule/database/feed-consumer'
import type { StoredEvent } from '@travel-rule/database/outbox'
import type { Kysely, Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import { appendAudit } from '../store/audit-log.ts'
import { isAudited } from '../store/audited-events.ts'
import type { Tables } from '../store/tables.ts'
import { saveSighting } from '../store/users.ts'

/** A caller is recorded again after this time, or when its name or roles change. */
const RECORD_INTERVAL_MS = 60_000
const CALLERS_MAX = 10_000

/** Records when a caller was last seen. Most calls run no statement. */
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
 * Appends an event of the feed `source` to the audit log, and records its user as seen. An event
 * that was audited before its source was restored from a backup is not appended again.
 */
export async function applyEvent(
  tx: Transaction<Tables>,
  { source, epoch, previousId }: EventOrigin & { readonly source: string },
  event: StoredEvent,
): Promise<void> {
  if (await isAudited(tx, source, event.id)) return
  const { position, id, type, subject, actor, at, detail } = event
  await appendAudit(tx, {
    source,
    sourceEpoch: epoch,
    sourcePosition: position,
    eventId: id,
    previousEventId: previousId,
    type,
    subject,
    actor,
    at,
    detail,
  })
  if (actor.type === 'USER') await saveSighting(tx, { id: actor.id, name: actor.name, roles: undefined, at })
}
