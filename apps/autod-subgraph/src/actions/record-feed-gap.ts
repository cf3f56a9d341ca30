import type { FeedGap } from '@travel-rule/database/feed-consumer'
import type { Transaction } from 'kysely'
import { appendOwnAudit } from '../store/audit-log.ts'
import type { Tables } from '../store/tables.ts'

/** Type of the entry that marks where a feed was restored from a backup. */
export const GAP_ACCEPTED = 'feed.gap-accepted'

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
