import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { openFeed } from './feed.ts'
import {
  type FeedCursorTables,
  feedArrivalMigration,
  feedCursorEpochMigration,
  feedCursorMigration,
  loadFeedCursor,
  moveFeedCursor,
  stopFeedCursor,
} from './feed-cursor.ts'
import { runFeedsCommand } from './feeds-command.ts'
import { type OutboxTables, outboxMigration } from './outbox.ts'
import { outboxEpochMigration, outboxHomeMigration } from './outbox-epoch.ts'
import { openTestDatabase } from './testing/test-database.ts'
import { openTestOutbox } from './testing/test-outbox.ts'

const cursorMigrations = {
  '0001_cursor': feedCursorMigration,
  '0002_epoch': feedCursorEpochMigration,
  '0003': feedArrivalMigration,
}

test('a gap is accepted only for the shown epoch: if another begins before it is recorded, it must be accepted again', async () => {
  await using database = await openTestDatabase<FeedCursorTables>(cursorMigrations)
  const cursor = await loadFeedCursor(database.db, 'test')
  await stopFeedCursor(database.db, cursor, { code: 'FEED_EPOCH_CHANGED', epoch: randomUUID() })
  const accepting = runFeedsCommand(['accept', 'test'], { AUTOD_DATABASE_URL: database.url })
  const refusal = expect(accepting).rejects.toThrow('test has begun another epoch')
  await expect.poll(async () => (await loadFeedCursor(database.db, 'test')).stop?.acceptedBy).toBeDefined()
  await stopFeedCursor(database.db, cursor, { code: 'FEED_EPOCH_CHANGED', epoch: randomUUID() })
  await refusal
})

test("a gap is accepted for the named reader, in that reader's database", async () => {
  await using database = await openTestDatabase<FeedCursorTables>(cursorMigrations)
  const env = { TRPD_DATABASE_URL: database.url }
  const cursor = await loadFeedCursor(database.db, 'aopd')
  await stopFeedCursor(database.db, cursor, { code: 'FEED_EPOCH_CHANGED', epoch: randomUUID() })
  expect(await runFeedsCommand(['list', 'trpd'], env)).toContain('aopd: position 0')
  await expect(runFeedsCommand(['accept', 'aopd'], env)).rejects.toThrow('AUTOD_DATABASE_URL')
  await expect(runFeedsCommand(['accept', 'aopd', 'trpd', 'x'], env)).rejects.toThrow('npm run feeds')
  const accepting = runFeedsCommand(['accept', 'aopd', 'trpd'], env)
  await expect.poll(async () => (await loadFeedCursor(database.db, 'aopd')).stop?.acceptedBy).toBeDefined()
  await database.db.transaction().execute((tx) => moveFeedCursor(tx, cursor, { ...cursor, epoch: randomUUID() }))
  expect(await accepting).toBe('Accepted. trpd recorded the gap and reads aopd again.\n')
})

test('a new epoch can be announced in a restored database of an earlier version', async () => {
  const earlier = { '0001': outboxMigration, '0002': outboxEpochMigration }
  await using database = await openTestDatabase<OutboxTables>(earlier)
  const printed = await runFeedsCommand(['new-epoch', 'trpd'], { TRPD_DATABASE_URL: database.url })
  const migrations = { ...earlier, '0003': outboxHomeMigration }
  await using later = await openDatabase<OutboxTables>({ url: database.url, migrations, applicationName: 'later' })
  await using feed = await openFeed({ database: later, logger: pino({ level: 'silent' }) })
  const { epoch } = await feed.check({ position: 0n, epoch: undefined, eventId: undefined })
  expect(printed).toContain(`the new epoch ${epoch}`)
})

test.each([
  ['aopd', 'npm run feeds -- accept aopd and npm run feeds -- accept aopd trpd'],
  ['trpd', 'npm run feeds -- accept trpd'],
])('announcing a new epoch of %s prints the command for each of its readers', async (source, commands) => {
  await using database = await openTestOutbox()
  const env = { [`${source.toUpperCase()}_DATABASE_URL`]: database.url }
  expect(await runFeedsCommand(['new-epoch', source], env)).toMatch(
    new RegExp(`Its readers stop until: ${commands}\\n$`),
  )
})
