import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  type FeedCursorTables,
  feedCursorEpochMigration,
  feedCursorMigration,
  loadFeedCursor,
  stopFeedCursor,
} from './feed-cursor.ts'
import { runFeedsCommand } from './feeds-command.ts'
import { openTestDatabase } from './testing/test-database.ts'

test('a gap is accepted for the epoch that was shown: one that begins before it is recorded must be accepted again', async () => {
  const migrations = { '0001_cursor': feedCursorMigration, '0002_epoch': feedCursorEpochMigration }
  await using database = await openTestDatabase<FeedCursorTables>(migrations)
  const cursor = await loadFeedCursor(database.db, 'test')
  await stopFeedCursor(database.db, cursor, { code: 'FEED_EPOCH_CHANGED', epoch: randomUUID() })
  const accepting = runFeedsCommand(['accept', 'test'], { AUTOD_DATABASE_URL: database.url })
  const refusal = expect(accepting).rejects.toThrow('test has begun another epoch')
  await expect.poll(async () => (await loadFeedCursor(database.db, 'test')).stop?.acceptedBy).toBeDefined()
  await stopFeedCursor(database.db, cursor, { code: 'FEED_EPOCH_CHANGED', epoch: randomUUID() })
  await refusal
})
