import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import type { Database } from './database.ts'
import { type EnqueueOptions, type Jobs, openJobs, type QueueSettings } from './jobs.ts'
import { terminateConnections } from './testing/terminate-connections.ts'
import { openTestDatabase } from './testing/test-database.ts'

type AnyDatabase = Database<unknown>

const logger = pino({ level: 'silent' })
const settings: QueueSettings = {
  concurrency: 2,
  retryLimit: 3,
  retryDelaySeconds: 1,
  retryDelayMaxSeconds: 1,
  expireInSeconds: 30,
}
const open = (database: AnyDatabase, changed: Partial<QueueSettings> = {}, drainMs?: number) =>
  openJobs({
    database,
    logger,
    queues: { mail: { ...settings, ...changed } },
    ...(drainMs === undefined ? {} : { drainMs }),
  })
const enqueue = (database: AnyDatabase, jobs: Jobs<'mail'>, id: string, options?: EnqueueOptions) =>
  database.db.transaction().execute((tx) => jobs.enqueue(tx, 'mail', { id }, options))

describe('enqueueing', () => {
  test('a job exists only when the transaction that enqueued it commits', async () => {
    await using database = await openTestDatabase({})
    await using jobs = await open(database)
    const done: string[] = []
    await jobs.work<{ id: string }>('mail', async ({ id }) => {
      done.push(id)
    })
    const failed = database.db.transaction().execute(async (tx) => {
      await jobs.enqueue(tx, 'mail', { id: 'undone' })
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await enqueue(database, jobs, 'kept')
    await expect.poll(() => done).toEqual(['kept'])
  })

  test('a job does not start before its time', async () => {
    await using database = await openTestDatabase({})
    await using jobs = await open(database)
    const startedAt = Promise.withResolvers<number>()
    await jobs.work('mail', async () => startedAt.resolve(Date.now()))
    const startAfter = new Date(Date.now() + 1_500)
    await enqueue(database, jobs, 'later', { startAfter })
    expect(await startedAt.promise).toBeGreaterThanOrEqual(startAfter.getTime())
  })

  test('a singleton key is in use while its job waits or runs; jobs without a key are never refused', async () => {
    await using database = await openTestDatabase({})
    await using jobs = await open(database)
    const singletonKey = 'thing:1'
    for (const id of ['a', 'b']) await enqueue(database, jobs, id, { singletonKey })
    for (const id of ['c', 'd']) await enqueue(database, jobs, id)
    const started = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    const done: string[] = []
    await jobs.work<{ id: string }>('mail', async ({ id }) => {
      if (id === 'a') started.resolve()
      await go.promise
      done.push(id)
    })
    await started.promise
    await enqueue(database, jobs, 'e', { singletonKey })
    go.resolve()
    await expect.poll(() => done.toSorted()).toEqual(['a', 'c', 'd'])
    const enqueueAgain = async () => {
      await enqueue(database, jobs, 'f', { singletonKey })
      return done
    }
    await expect.poll(enqueueAgain).toContain('f')
    expect(done).not.toContain('b')
    expect(done).not.toContain('e')
  })

  test('jobs of one group leave workers to other groups, and run once earlier jobs of their group are done', async () => {
    await using database = await openTestDatabase({})
    await using jobs = await open(database, { concurrency: 4, concurrencyPerGroup: 2 })
    const ids = ['busy 1', 'busy 2', 'busy 3', 'busy 4', 'busy 5', 'busy 6']
    for (const id of ids) await enqueue(database, jobs, id, { group: 'busy' })
    const go = Promise.withResolvers<void>()
    const running = new Set<string>()
    const done = new Set<string>()
    let mostBusy = 0
    await jobs.work<{ id: string }>('mail', async ({ id }) => {
      running.add(id)
      mostBusy = Math.max(mostBusy, [...running].filter((other) => other.startsWith('busy')).length)
      if (id.startsWith('busy')) await go.promise
      running.delete(id)
      done.add(id)
    })
    await expect.poll(() => running.size).toBe(2)
    await enqueue(database, jobs, 'other', { group: 'other' })
    await expect.poll(() => [...done]).toEqual(['other'])
    expect(running.size).toBe(2)
    go.resolve()
    await expect.poll(() => [...done].toSorted()).toEqual([...ids, 'other'])
    expect(mostBusy).toBe(2)
  })

  test('jobs without a reserved share leave it to jobs that have one', async () => {
    await using database = await openTestDatabase({})
    await using jobs = await open(database, { concurrency: 4, concurrencyReserved: 2 })
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const id of ids) await enqueue(database, jobs, id)
    const go = Promise.withResolvers<void>()
    const running = new Set<string>()
    const done = new Set<string>()
    await jobs.work<{ id: string }>('mail', async ({ id }) => {
      running.add(id)
      if (id !== 'reserved') await go.promise
      running.delete(id)
      done.add(id)
    })
    await expect.poll(() => running.size).toBe(2)
    await enqueue(database, jobs, 'reserved', { usesReserved: true })
    await expect.poll(() => [...done]).toEqual(['reserved'])
    expect(running.size).toBe(2)
    go.resolve()
    await expect.poll(() => [...done].toSorted()).toEqual([...ids, 'reserved'])
  })

  test('idle workers do not poll for due jobs individually', async () => {
    await using database = await openTestDatabase({})
    const statements = vi.spyOn(pg.Client.prototype, 'query')
    const sent = (text: string) => statements.mock.calls.filter((call) => JSON.stringify(call[0]).includes(text)).length
    await using jobs = await open(database, { concurrency: 20 })
    await jobs.work('mail', async () => {})
    await expect.poll(() => sent('select queue from')).toBeGreaterThan(4)
    expect(sent('next AS (')).toBeGreaterThan(0)
    expect(sent('next AS (')).toBeLessThan(60)
    statements.mockRestore()
  })

  test('several replicas may open the same queues concurrently, with new settings', async () => {
    await using database = await openTestDatabase({})
    await using stack = new AsyncDisposableStack()
    const replicas = await Promise.all(Array.from({ length: 4 }, () => open(database)))
    for (const replica of replicas) stack.use(replica)
    const jobs = stack.use(await open(database, { retryLimit: 0 }))
    const last = Promise.withResolvers<boolean>()
    await jobs.work('mail', async (_data, { lastAttempt }) => last.resolve(lastAttempt))
    await enqueue(database, jobs, 'a')
    expect(await last.promise).toBe(true)
  })
})

describe('a failing job', () => {
  test('a failing job is retried until its retries are used up, and is informed of its last attempt', async () => {
    await using database = await openTestDatabase({})
    await using jobs = await open(database, { retryLimit: 2 })
    const attempts: [number, boolean][] = []
    await jobs.work('mail', async (_data, { attempt, lastAttempt }) => {
      attempts.push([attempt, lastAttempt])
      throw new Error('no')
    })
    await enqueue(database, jobs, 'a')
    const states = async () => (await database.pool.query('select state from jobs.job')).rows
    await expect.poll(states).toEqual([{ state: 'failed' }])
    expect(attempts).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ])
  })

  test('a failing job does not affect other jobs', async () => {
    await using database = await openTestDatabase({})
    await using jobs = await open(database, { concurrency: 3 })
    const done: string[] = []
    await jobs.work<{ id: string }>('mail', async ({ id }, { attempt }) => {
      if (id === 'bad' && attempt === 1) throw new Error('no')
      done.push(id)
    })
    await database.db.transaction().execute(async (tx) => {
      for (const id of ['bad', 'one', 'two']) await jobs.enqueue(tx, 'mail', { id })
    })
    await expect.poll(() => done.length).toBe(3)
    expect(done.toSorted()).toEqual(['bad', 'one', 'two'])
  })

  test('a job that takes too long is aborted and retried', async () => {
    await using database = await openTestDatabase({})
    await using jobs = await open(database, { expireInSeconds: 1 })
    const aborted = Promise.withResolvers<void>()
    const second = Promise.withResolvers<void>()
    await jobs.work('mail', async (_data, { attempt, signal }) => {
      if (attempt > 1) return second.resolve()
      signal.addEventListener('abort', () => aborted.resolve())
      await delay(60_000, undefined, { ref: false, signal }).catch(() => {})
    })
    await enqueue(database, jobs, 'slow')
    await aborted.promise
    await second.promise
  })
})

describe('the end', () => {
  test('a stopping worker waits for running jobs and starts no more', async () => {
    await using database = await openTestDatabase({})
    const jobs = await open(database, { concurrency: 1 })
    const started = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    const done: string[] = []
    await jobs.work<{ id: string }>('mail', async ({ id }) => {
      started.resolve()
      await go.promise
      done.push(id)
    })
    await enqueue(database, jobs, 'running')
    await started.promise
    await enqueue(database, jobs, 'waiting')
    const disposed = jobs[Symbol.asyncDispose]()
    go.resolve()
    await disposed
    expect(done).toEqual(['running'])
    const { rows } = await database.pool.query(`select data->>'id' as id, state from jobs.job order by created_on`)
    // The stopping worker may have claimed the second job: it then releases it without running it.
    expect(rows).toEqual([
      { id: 'running', state: 'completed' },
      { id: 'waiting', state: expect.stringMatching(/^(created|retry)$/) },
    ])
    await using next = await open(database)
    const attempts: [string, boolean][] = []
    await next.work<{ id: string }>('mail', async ({ id }, { lastAttempt }) => void attempts.push([id, lastAttempt]))
    await expect.poll(() => attempts).toEqual([['waiting', false]])
  })

  test('running jobs are released at the end of the drain time, for an immediate retry that does not use up an attempt', async () => {
    await using database = await openTestDatabase({})
    const first = await open(database, { retryLimit: 0 }, 50)
    const started = Promise.withResolvers<void>()
    const aborted = Promise.withResolvers<void>()
    await first.work('mail', async (_data, { signal }) => {
      signal.addEventListener('abort', () => aborted.resolve())
      started.resolve()
      await delay(60_000, undefined, { ref: false })
    })
    await enqueue(database, first, 'long')
    await started.promise
    await first[Symbol.asyncDispose]()
    await aborted.promise

    await using second = await open(database, { retryLimit: 0 })
    const again = Promise.withResolvers<number>()
    await second.work('mail', async (_data, { attempt }) => again.resolve(attempt))
    expect(await again.promise).toBe(2)
    const states = async () => (await database.pool.query('select state from jobs.job')).rows
    await expect.poll(states).toEqual([{ state: 'completed' }])
  })

  test('the end of a released job does not settle the attempt of the next worker', async () => {
    await using database = await openTestDatabase({})
    const first = await open(database, {}, 50)
    const started = Promise.withResolvers<void>()
    const fail = Promise.withResolvers<void>()
    await first.work('mail', async () => {
      started.resolve()
      await fail.promise
    })
    await enqueue(database, first, 'long')
    await started.promise
    await using second = await open(database)
    const secondStarted = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    const disposed = first[Symbol.asyncDispose]()
    await second.work('mail', async () => {
      secondStarted.resolve()
      await go.promise
    })
    await secondStarted.promise
    fail.reject(new Error('too late'))
    await disposed
    const states = async () => (await database.pool.query('select state from jobs.job')).rows
    expect(await states()).toEqual([{ state: 'active' }])
    go.resolve()
    await expect.poll(states).toEqual([{ state: 'completed' }])
  })

  test("a killed worker's job is passed to another worker", async () => {
    await using database = await openTestDatabase({})
    await using jobs = await open(database)
    await enqueue(database, jobs, 'a')
    const script = `
      import { pino } from ${JSON.stringify(import.meta.resolve('pino'))}
      import { openDatabase } from ${JSON.stringify(new URL('./database.ts', import.meta.url).href)}
      import { openJobs } from ${JSON.stringify(new URL('./jobs.ts', import.meta.url).href)}
      const logger = pino({ level: 'silent' })
      const database = await openDatabase({ url: ${JSON.stringify(database.url)}, migrations: {}, applicationName: 'killed' })
      const jobs = await openJobs({ database, logger, queues: { mail: ${JSON.stringify(settings)} } })
      await jobs.work('mail', () => { process.kill(process.pid, 'SIGKILL'); return new Promise(() => {}) })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
    await once(child, 'exit')
    expect(child.signalCode).toBe('SIGKILL')
    // The dead worker's heartbeat is backdated, so that the test does not have to wait for it.
    await database.pool.query(
      `update jobs.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`,
    )
    const again = Promise.withResolvers<number>()
    await jobs.work('mail', async (_data, { attempt }) => again.resolve(attempt))
    expect(await again.promise).toBe(2)
  })
})

test('no job is lost when connections are killed', async () => {
  await using database = await openTestDatabase({})
  await using jobs = await open(database, { concurrency: 4, retryLimit: 20 })
  const done = new Set<string>()
  await jobs.work<{ id: string }>('mail', async ({ id }) => {
    done.add(id)
  })
  const ids = Array.from({ length: 40 }, (_, index) => String(index))
  for (const id of ids) {
    if (Number(id) % 10 === 5) await terminateConnections(database.url)
    while ((await enqueue(database, jobs, id, { singletonKey: id }).catch(() => null)) === null);
  }
  await expect.poll(() => done.size).toBe(ids.length)
})
