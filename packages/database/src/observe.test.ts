import { openMetrics } from '@travel-rule/service/metrics'
import { captureLog } from '@travel-rule/service/testing/capture-log'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openFeed } from './feed.ts'
import { openJobs } from './jobs.ts'
import { observeDatabase } from './observe-database.ts'
import { observeJobs } from './observe-jobs.ts'
import { observeMaintenance, runSteps } from './observe-maintenance.ts'
import { observeOutbox } from './observe-outbox.ts'
import { observeSealing } from './observe-sealing.ts'
import { appendEvents } from './outbox.ts'
import { openTestDatabase } from './testing/test-database.ts'
import { openTestOutbox } from './testing/test-outbox.ts'

const logger = pino({ level: 'silent' })
const settings = { concurrency: 1, retryLimit: 0, retryDelaySeconds: 1, retryDelayMaxSeconds: 1, expireInSeconds: 30 }

test('each pool shows the connections in use and the callers that wait for one', async () => {
  await using database = await openTestDatabase({})
  const metrics = openMetrics('shop')
  observeDatabase(metrics, database)
  database.reserve('listener', 2)
  const max = database.pool.options.max
  const clients = await Promise.all(Array.from({ length: max }, () => database.pool.connect()))
  const waiting = database.pool.connect()
  const text = await metrics.registry.metrics()
  expect(text).toContain(`database_pool_connections{pool="main",state="in_use",service="shop"} ${max}`)
  expect(text).toContain(`database_pool_connections_max{pool="main",service="shop"} ${max}`)
  expect(text).toContain('database_pool_connections_max{pool="listener",service="shop"} 2')
  expect(text).toContain('database_pool_waiting{pool="main",service="shop"} 1')
  for (const client of clients) client.release()
  ;(await waiting).release()
  expect(await metrics.registry.metrics()).toContain(
    `database_pool_connections{pool="main",state="idle",service="shop"} ${max}`,
  )
})

test('a queue shows the jobs that are due, but not later ones', async () => {
  await using database = await openTestDatabase({})
  const queues = { mail: settings, idle: settings }
  await using jobs = await openJobs({ database, logger, queues })
  const metrics = openMetrics('shop')
  observeJobs(metrics, { database, queues: Object.keys(queues) })
  const hour = 3_600_000
  await database.db.transaction().execute(async (tx) => {
    await jobs.enqueue(tx, 'mail', {}, { startAfter: new Date(Date.now() - hour) })
    await jobs.enqueue(tx, 'mail', {})
    await jobs.enqueue(tx, 'mail', {}, { startAfter: new Date(Date.now() + hour) })
  })
  // On a busy machine, one read of the database may take too long, but not the next.
  let text = ''
  const read = async () => {
    text = await metrics.registry.metrics()
    return text
  }
  await expect.poll(read).toContain('jobs_due{queue="mail",service="shop"} 2')
  expect(text).toContain('jobs_due{queue="idle",service="shop"} 0')
  expect(text).toMatch(/^jobs_due_age_seconds\{queue="mail",service="shop"\} 36\d\d/m)
  expect(text).toContain('jobs_due_age_seconds{queue="idle",service="shop"} 0')
})

test('the outbox shows its last position and the age of the first unread event', async () => {
  await using database = await openTestOutbox()
  await using feed = await openFeed({ database, logger })
  const read = openMetrics('reads')
  const lags = openMetrics('lags')
  observeOutbox(read, { database, feed })
  observeOutbox(lags, { database, feed: { position: 0n } })
  await expect.poll(() => read.registry.metrics()).toContain('outbox_position{service="reads"} 0')
  const at = new Date(Date.now() - 3_600_000)
  await database.db.transaction().execute((tx) =>
    appendEvents(tx, [
      {
        type: 'item.sold',
        subject: { type: 'item', id: '1' },
        actor: { type: 'SYSTEM', id: 'shop' },
        at,
        detail: {},
      },
    ]),
  )
  await feed.read({ after: 0n, limit: 1, waitMs: 15_000 })
  await expect.poll(() => feed.position).toBe(1n)
  await expect.poll(() => read.registry.metrics()).toContain('outbox_position{service="reads"} 1')
  await expect.poll(() => read.registry.metrics()).toContain('outbox_lag_seconds{service="reads"} 0')
  await expect.poll(() => lags.registry.metrics()).toMatch(/^outbox_lag_seconds\{service="lags"\} 36\d\d/m)
})

test('a failed maintenance step is logged and counted, from zero, and the following steps run', async () => {
  const metrics = openMetrics('shop')
  const log = captureLog()
  const done: string[] = []
  const steps = {
    fold: async () => void done.push('fold'),
    erase: async () => {
      throw new Error('a broken row')
    },
    prune: async () => void done.push('prune'),
  }
  const onFailed = observeMaintenance(metrics, { logger: log.logger, steps: Object.keys(steps) })
  expect(await metrics.registry.metrics()).toContain('maintenance_failures_total{step="erase",service="shop"} 0')
  for (let run = 0; run < 2; run += 1) await runSteps(steps, undefined, onFailed)
  const text = await metrics.registry.metrics()
  expect(text).toContain('maintenance_failures_total{step="erase",service="shop"} 2')
  expect(text).toContain('maintenance_failures_total{step="prune",service="shop"} 0')
  expect(done).toEqual(['fold', 'prune', 'fold', 'prune'])
  expect(log.text()).toContain('a broken row')
})

test('sealed data that cannot be opened is counted in each run, and logged once, up to 10,000 records', async () => {
  const metrics = openMetrics('shop')
  const log = captureLog()
  const onBroken = observeSealing(metrics, { logger: log.logger, countOutdated: async () => 0 })
  for (let run = 0; run < 2; run += 1) {
    for (let record = 0; record < 10_010; record += 1) onBroken(`RECORD/${record}`, 'the key is missing')
  }
  const lines = log.text().split('\n')
  expect(lines.filter((line) => line.includes('"sealed data cannot be opened"'))).toHaveLength(10_000)
  expect(lines.filter((line) => line.includes('is counted, not logged'))).toHaveLength(1)
  expect(await metrics.registry.metrics()).toContain('sealing_failures_total{service="shop"} 20020')
})
