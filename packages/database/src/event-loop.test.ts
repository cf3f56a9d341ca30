import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createTestDatabase } from './testing/test-database.ts'

test('a process exits once its database, feeds and jobs are disposed', async () => {
  await using stack = new AsyncDisposableStack()
  const url = await createTestDatabase(stack)
  const from = (name: string) => JSON.stringify(new URL(`./${name}.ts`, import.meta.url).href)
  const script = `
    import { pino } from ${JSON.stringify(import.meta.resolve('pino'))}
    import { openDatabase } from ${from('database')}
    import { openFeed } from ${from('feed')}
    import { openFeedConsumer, feedCursorMigration, feedCursorEpochMigration, feedArrivalMigration } from ${from('feed-consumer')}
    import { openJobs } from ${from('jobs')}
    import { appendEvents, outboxMigration } from ${from('outbox')}
    import { outboxEpochMigration, outboxHomeMigration } from ${from('outbox-epoch')}
    const logger = pino({ level: 'silent' })
    const migrations = { '0001': outboxMigration, '0002': outboxEpochMigration, '0003': feedCursorMigration, '0004': feedCursorEpochMigration, '0005': outboxHomeMigration, '0006': feedArrivalMigration }
    const queue = { concurrency: 2, retryLimit: 1, retryDelaySeconds: 1, retryDelayMaxSeconds: 1, expireInSeconds: 5 }
    {
      await using database = await openDatabase({ url: ${JSON.stringify(url)}, migrations, applicationName: 'child' })
      await using feed = await openFeed({ database, logger })
      await using consumer = openFeedConsumer({
        source: 'away', url: 'http://127.0.0.1:1/events', authorize: async () => '', database, apply: async () => {}, logger,
      })
      await using jobs = await openJobs({ database, logger, queues: { mail: queue } })
      await jobs.work('mail', async () => {})
      const events = feed.follow({ after: 0n, signal: new AbortController().signal })
      const waiting = events.next()
      void feed.read({ after: 99n, limit: 1, waitMs: 600000 })
      await database.db.transaction().execute((tx) => jobs.enqueue(tx, 'mail', {}))
    }
    process.stdout.write('disposed')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [[said], exit] = await Promise.all([once(child.stdout, 'data'), once(child, 'exit')])
  expect(String(said)).toBe('disposed')
  expect(exit).toEqual([0, null])
})
