import { type FeedCursor, type FeedStop, listFeedCursors, loadFeedTimes } from '@travel-rule/database/feed-cursor'
import type { AuditFeedStopReason, Resolvers } from '../../graphql/resolvers.generated.ts'

const REASONS: Readonly<Record<FeedStop['code'], AuditFeedStopReason>> = {
  FEED_EPOCH_CHANGED: 'EPOCH_CHANGED',
  FEED_POSITION_UNKNOWN: 'POSITION_UNKNOWN',
}

export const auditFeedResolvers: Resolvers = {
  AutodQuery: {
    async auditFeeds(_parent, _args, { db, sources }) {
      const cursors = new Map((await listFeedCursors(db, sources)).map((cursor) => [cursor.source, cursor]))
      const times = await loadFeedTimes(db, sources)
      return sources.map((source) => ({
        ...(cursors.get(source) ?? unread(source)),
        changedAt: times.get(source) ?? null,
      }))
    },
  },
  AuditFeed: {
    position: ({ position }) => String(position),
    epoch: ({ epoch }) => epoch ?? null,
    newestPosition: ({ head }) => head?.toString() ?? null,
    failingSince: ({ failingSince }) => failingSince ?? null,
    stop: ({ stop }) => stop ?? null,
  },
  AuditFeedStop: {
    reason: ({ code }) => REASONS[code],
    acceptedBy: ({ acceptedBy }) => acceptedBy ?? null,
  },
}

function unread(source: string): FeedCursor {
  const nothing = { epoch: undefined, eventId: undefined, stop: undefined, head: undefined, failingSince: undefined }
  return { source, position: 0n, ...nothing }
}
