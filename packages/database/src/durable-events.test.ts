import { sql, type Transaction } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { outageOf } from './database-outage.ts'
import { openFeed } from './feed.ts'
import { appendEvents, commitWithEvents, type NewEvent, type OutboxTables } from './outbox.ts'
import { openSlowDiskDatabase, type SlowDiskDatabase } from './testing/slow-disk.ts'
import { terminateConnections } from './testing/terminate-connections.ts'
import { OUTBOX_MIGRATIONS, thingMade } from './testing/test-outbox.ts'

const logger = pino({ level: 'silent' })

let slow: SlowDiskDatabase
beforeAll(async () => {
  slow = await openSlowDiskDatabase()
})
afterAll(() => slow[Symbol.asyncDispose]())

beforeEach(async () => {
  await using database = await open()
  await database.db.deleteFrom('outbox').execute()
})

const open = () =>
  openDatabase<OutboxTables>({ url: slow.url, migrations: OUTBOX_MIGRATIONS, applicationName: 'durable-test', logger })
type Db = Database<OutboxTables>['db']
const commit = (db: Db, id: string) => db.transaction().execute((tx) => commitWithEvents(tx, [thingMade(id)]))
const storedIn = async (db: Db) =>
  (await db.selectFrom('outbox').select('subjectId').orderBy('position').execute()).map((row) => row.subjectId)
const idsOf = (events: readonly NewEvent[]) => events.map(({ subject }) => subject.id)

describe('while the disk is slow', () => {
  test('while the disk is slow, events get positions, but none is acknowledged or received by a reader', async () => {
    await using database = await open()
    await using older = await open()
    const { db } = database
    await using feed = await openFeed({ database: older, logger })
    await using disk = await slow.stopDisk(db)
    const settled: string[] = []
    const note = (name: string) => () => void settled.push(name)
    const writing = [commit(db, 'a').then(note('a'))]
    await expect.poll(() => storedIn(db)).toEqual(['a'])
    writing.push(commit(older.db, 'b').then(note('b')))
    await expect.poll(() => storedIn(db)).toEqual(['a', 'b'])
    const readers = [feed.read({ after: 0n, limit: 10 }), feed.read({ after: 0n, limit: 10, waitMs: 60_000 })]
    const began = feed.begin().then(note('begun'))
    const reads = readers.map((read) => read.then(idsOf).finally(note('read')))
    // One round trip later than the commits.
    await sql`select pg_sleep(0.3)`.execute(db)
    expect(settled).toEqual([])

    await disk.start()
    await Promise.all([...writing, ...reads, began])
    expect(await reads[0]).toEqual(['a', 'b'])
    expect((await reads[1])?.[0]).toBe('a')
  })

  test('a transaction without events waits for the disk too, because it may report what another one has stored', async () => {
    await using database = await open()
    const { db } = database
    await using disk = await slow.stopDisk(db)
    const first = commit(db, 'a')
    await expect.poll(() => storedIn(db)).toEqual(['a'])
    const settled: string[] = []
    const repeat = db
      .transaction()
      .execute(async (tx) => {
        expect(await tx.selectFrom('outbox').select('subjectId').execute()).toHaveLength(1)
        await commitWithEvents(tx, [])
      })
      .then(() => void settled.push('repeat'))
    await sql`select pg_sleep(0.3)`.execute(db)
    expect(settled).toEqual([])
    await disk.start()
    await Promise.all([first, repeat])
  })

  test('a writer whose connection is lost does not know if its event is stored', async () => {
    await using database = await open()
    await using observer = await open()
    await using disk = await slow.stopDisk(observer.db)
    const outcome = commit(database.db, 'a').catch((error: unknown) => outageOf(error)?.outcome)
    await expect.poll(() => storedIn(observer.db)).toEqual(['a'])
    await terminateConnections(slow.url)
    expect(await outcome).toBe('UNKNOWN')
    await disk.start()
    await expect.poll(() => storedIn(observer.db).catch(String)).toEqual(['a'])
  })
})

describe('a crash of the server', () => {
  /** Commits without waiting for the disk, like a writer that has not received a response yet. */
  const commitUnsafely = async (db: Db, id: string) =>
    await db.transaction().execute(async (tx: Transaction<OutboxTables>) => {
      await sql`set local synchronous_commit to off`.execute(tx)
      await appendEvents(tx, [thingMade(id)])
    })

  /** Stops the process that flushes commits to the disk. Returns a function that crashes the server. */
  async function stopWriting(db: Db): Promise<() => Promise<void>> {
    const pid = async () =>
      (await slow.asSuperuser(`select pid from pg_stat_activity where backend_type = 'walwriter'`))?.rows[0]?.pid as
        | number
        | undefined
    await expect.poll(pid).toBeTypeOf('number')
    const writer = (await pid()) ?? 0
    process.kill(writer, 'SIGSTOP')
    return async () => {
      process.kill(writer, 'SIGKILL')
      await expect.poll(() => pid().catch(() => writer)).not.toBe(writer)
      await expect.poll(() => storedIn(db).then(() => 'back', String)).toBe('back')
    }
  }

  test('a crash of the server loses events that were neither acknowledged nor read', async () => {
    await using database = await open()
    const { db } = database
    const crash = await stopWriting(db)
    await commit(db, 'acknowledged')
    await commitUnsafely(db, 'lost')
    expect(await storedIn(db)).toEqual(['acknowledged', 'lost'])
    await crash()
    expect(await storedIn(db)).toEqual(['acknowledged'])
  })

  test('a crash of the server keeps every event that a reader has received, so that the reader can continue', async () => {
    await using database = await open()
    const { db } = database
    await commit(db, 'first')
    await using feed = await openFeed({ database, logger })
    const received: string[] = []
    const { signal } = new AbortController()
    const following = (async () => {
      for await (const { subject } of feed.follow({ after: 0n, signal })) if (received.push(subject.id) === 4) break
    })()
    const crash = await stopWriting(db)
    await commitUnsafely(db, 'followed')
    await expect.poll(() => received).toEqual(['first', 'followed'])
    await crash()
    expect(await storedIn(db)).toEqual(['first', 'followed'])

    const crashAgain = await stopWriting(db)
    await commitUnsafely(db, 'loaded at the start')
    await using started = await openFeed({ database, logger })
    expect(idsOf(await started.read({ after: 0n, limit: 10 }))).toHaveLength(3)
    await crashAgain()
    await commit(db, 'last')
    await following
    expect(received).toEqual(['first', 'followed', 'loaded at the start', 'last'])
    expect(await storedIn(db)).toEqual(received)
  }, 60_000)
})
