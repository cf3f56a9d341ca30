import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Generated, sql, type Transaction } from 'kysely'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { AppliedEvents } from './applied-cursor.ts'
import type { Database } from './database.ts'
import { openFeed } from './feed.ts'
import {
  type EventOrigin,
  type FeedCursorTables,
  type FeedGap,
  feedArrivalMigration,
  feedCursorEpochMigration,
  feedCursorMigration,
  openFeedConsumer,
} from './feed-consumer.ts'
import { acceptFeedGap, describeMissing, loadFeedCursor } from './feed-cursor.ts'
import { feedRoute } from './feed-route.ts'
import type { StoredEvent } from './outbox.ts'
import { announceEpoch } from './outbox-epoch.ts'
import { terminateConnections } from './testing/terminate-connections.ts'
import { openTestDatabase } from './testing/test-database.ts'
import { appendThings, openTestOutbox } from './testing/test-outbox.ts'

interface Tables extends FeedCursorTables {
  applied: { place: Generated<number>; epoch: string; position: bigint; eventId: string; subject: string }
}

const logger = pino({ level: 'silent' })
const names = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String(from + index))

/** A database that applies events into a table that refuses duplicate positions. */
const openTarget = () =>
  openTestDatabase<Tables>({
    '0001_cursor': feedCursorMigration,
    '0002_cursor_epoch': feedCursorEpochMigration,
    '0004_arrival': feedArrivalMigration,
    '0003_applied': {
      async up(db) {
        await sql`
          create table applied (
            place serial, epoch text, position bigint, event_id text not null unique, subject text not null,
            primary key (epoch, position)
          )`.execute(db)
      },
    },
  })

const apply = async (tx: Transaction<Tables>, { position, id, subject }: StoredEvent, { epoch }: EventOrigin) => {
  const again = await tx.selectFrom('applied').select('eventId').where('eventId', '=', id).executeTakeFirst()
  if (again !== undefined) return
  const values = { position, eventId: id, epoch: epoch ?? '', subject: subject.id }
  await tx.insertInto('applied').values(values).execute()
}

/** A real feed over real HTTP; a `fault` that returns true has sent its own response. */
async function openSource(fault: (response: ServerResponse) => boolean = () => false) {
  const stack = new AsyncDisposableStack()
  onTestFinished(() => stack.disposeAsync())
  const database = stack.use(await openTestOutbox())
  const feed = stack.use(await openFeed({ database, logger }))
  const verifier = { verify: async (assertion: string | undefined) => (assertion === 'let me in' ? {} : undefined) }
  const route = feedRoute({ feed, verifier })
  const server = createServer(async (request, response) => {
    if (fault(response)) return
    const leaving = new AbortController()
    response.on('close', () => leaving.abort())
    const url = new URL(request.url ?? '/', 'http://localhost')
    const result = await route.handle({ url, headers: request.headers, signal: leaving.signal })
    response.writeHead(result.status, result.headers).end(result.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stack.defer(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    database,
    append: (ids: string[]) => appendThings(database, ...ids),
    /** Keeps only the first events, as a backup from that time would. */
    async restore(count: number) {
      const tables = `create table outbox_later as table outbox`
      await database.pool.query(`drop table if exists outbox_later; ${tables}`)
      await database.pool.query(`delete from outbox where position > ${count}`)
      await database.pool.query(`alter table outbox alter column position restart with ${count + 1}`)
      return {
        /** Restores the events that were removed. */
        async restoreLater() {
          await database.pool.query(`delete from outbox; insert into outbox overriding system value table outbox_later`)
          await database.pool.query(`alter table outbox alter column position restart with 11`)
          await database.pool.query(`delete from outbox_epoch where reason <> 'CREATED'`)
        },
      }
    },
  }
}

/** A source, and the database of its reader. */
async function openPair(fault?: Parameters<typeof openSource>[0]) {
  const source = await openSource(fault)
  const target = await openTarget()
  onTestFinished(() => target[Symbol.asyncDispose]())
  return { source, target }
}

const subjectsOf = async ({ pool }: Database<Tables>): Promise<string[]> => {
  const { rows } = await pool.query('select subject from applied order by place')
  return rows.map(({ subject }) => subject)
}
const countOf = async ({ pool }: Database<Tables>): Promise<number> =>
  (await pool.query('select from applied').catch(() => ({ rows: [] }))).rows.length
function appliedIn({ db }: Database<Tables>): AppliedEvents {
  const places = () => db.selectFrom('applied').select(['position', 'eventId', 'epoch']).where('position', '>', 0n)
  return {
    has: async ({ position, eventId }) =>
      (await places().where('eventId', '=', eventId).where('position', '=', position).executeTakeFirst()) !== undefined,
    last: () => places().orderBy('place', 'desc').executeTakeFirst(),
    upTo: (position) =>
      places()
        .where('position', '<=', position)
        .orderBy('position', 'desc')
        .orderBy('place', 'desc')
        .executeTakeFirst(),
  }
}
const options = (url: string, database: Database<Tables>) => ({
  source: 'test',
  url,
  authorize: async () => 'let me in',
  database,
  apply,
  applied: appliedIn(database),
  recordGap: async (tx: Transaction<Tables>, { stop, lostAfter, lostUntil }: FeedGap) => {
    const subject = `gap ${lostAfter}-${lostUntil} accepted by ${stop.acceptedBy}`
    const values = { position: -lostUntil, eventId: stop.epoch, epoch: stop.epoch, subject }
    await tx.insertInto('applied').values(values).execute()
  },
  logger,
})

describe('a consumer', () => {
  test('a consumer applies past and new events in order, and continues where another consumer stopped', async () => {
    const { source, target } = await openPair()
    await source.append(names(1, 450))
    {
      await using _consumer = openFeedConsumer(options(source.url, target))
      await expect.poll(() => countOf(target)).toBe(450)
      await source.append(names(451, 460))
      await expect.poll(() => countOf(target)).toBe(460)
    }
    await source.append(names(461, 470))
    await using consumer = openFeedConsumer(options(source.url, target))
    await expect.poll(() => consumer.position).toBe(470n)
    expect(await subjectsOf(target)).toEqual(names(1, 470))
  })

  test("a consumer reports that it has caught up with the source's last event, and again while nothing happens", async () => {
    const { source, target } = await openPair()
    await source.append(names(1, 450))
    const counts: number[] = []
    await using _consumer = openFeedConsumer({
      ...options(source.url, target),
      async caughtUp(tx) {
        const { count } = await tx
          .selectFrom('applied')
          .select(({ fn }) => fn.countAll<bigint>().as('count'))
          .executeTakeFirstOrThrow()
        counts.push(Number(count))
      },
    })
    await expect.poll(() => counts.length).toBeGreaterThan(0)
    await source.append(['451'])
    await expect.poll(() => counts.at(-1)).toBe(451)
    expect(counts[0]).toBe(450)
    await terminateConnections(target.url)
    const before = counts.length
    await expect.poll(() => counts.length).toBeGreaterThan(before)
  })

  test('a consumer has not caught up if the cursor was moved back while an empty page was in transit', async () => {
    const { source, target } = await openPair()
    await source.append(names(1, 10))
    {
      await using consumer = openFeedConsumer(options(source.url, target))
      await expect.poll(() => consumer.position).toBe(10n)
    }
    const counts: number[] = []
    let isMoved = false
    await using _consumer = openFeedConsumer({
      ...options(source.url, target),
      async authorize() {
        if (!isMoved) {
          isMoved = true
          await target.pool.query('delete from applied')
          await target.pool.query('update feed_cursor set position = 0, event_id = null, event_position = null')
        }
        return 'let me in'
      },
      async caughtUp(tx) {
        const { rows } = await sql<{ count: number }>`select count(*)::int from applied`.execute(tx)
        counts.push(rows[0]?.count ?? 0)
      },
    })
    await expect.poll(() => counts.length).toBeGreaterThan(0)
    expect(counts[0]).toBe(10)
  })

  test('a stopped consumer finishes the current event, and applies no more of its page', async () => {
    const { source, target } = await openPair()
    await source.append(names(1, 10))
    const applying = Promise.withResolvers<void>()
    const applied: string[] = []
    const consumer = openFeedConsumer({
      ...options(source.url, target),
      async apply(tx, stored, origin) {
        applied.push(stored.subject.id)
        await applying.promise
        await apply(tx, stored, origin)
      },
    })
    await expect.poll(() => applied).toEqual(['1'])
    const stopped = consumer[Symbol.asyncDispose]()
    applying.resolve()
    await stopped
    expect(applied).toEqual(['1'])
    expect(await countOf(target)).toBe(0)
  })

  test('a consumer runs on one of two replicas, and on the other when the first stops', async () => {
    const { source, target } = await openPair()
    const first = openFeedConsumer(options(source.url, target))
    await expect.poll(() => first.state).toBe('FOLLOWING')
    await using second = openFeedConsumer(options(source.url, target))
    await source.append(names(1, 5))
    await expect.poll(() => countOf(target)).toBe(5)
    expect(second.state).toBe('WAITING')
    await first[Symbol.asyncDispose]()
    await source.append(names(6, 10))
    await expect.poll(() => second.state).toBe('FOLLOWING')
    await expect.poll(() => countOf(target)).toBe(10)
    expect(await subjectsOf(target)).toEqual(names(1, 10))
  })
})

describe('a cursor that was moved in the database', () => {
  const eventAt = async ({ database }: Awaited<ReturnType<typeof openSource>>, position: number) =>
    (await database.pool.query('select id from outbox where position = $1', [position])).rows[0]?.id
  test.each<[string, (source: Awaited<ReturnType<typeof openSource>>) => Promise<string>]>([
    ['forward', async () => 'position = 7'],
    [
      'to an event that was not applied',
      async (source) => `position = 7, event_position = 7, event_id = '${await eventAt(source, 7)}'`,
    ],
    [
      'with the event of another place',
      async (source) => `position = 7, event_position = 7, event_id = '${await eventAt(source, 3)}'`,
    ],
    ['beyond the end', async () => 'position = 100, event_id = null'],
    ['back', async (source) => `position = 2, event_position = 2, event_id = '${await eventAt(source, 2)}'`],
    ['to the beginning', async () => 'position = 0, event_id = null, epoch = null'],
  ])('a cursor that was moved %s skips and repeats no event', async (_name, change) => {
    const { source, target } = await openPair()
    await source.append(names(1, 5))
    const previous = new Map<string, string | undefined>()
    const open = () =>
      openFeedConsumer({
        ...options(source.url, target),
        async apply(tx, stored, origin) {
          await apply(tx, stored, origin)
          previous.set(stored.id, origin.previousId)
        },
      })
    {
      await using _consumer = open()
      await expect.poll(() => countOf(target)).toBe(5)
    }
    await source.append(names(6, 8))
    await target.pool.query(`update feed_cursor set ${await change(source)}`)
    await using consumer = open()
    await expect.poll(() => consumer.position).toBe(8n)
    await target.pool.query('update feed_cursor set position = 9')
    await source.append(names(9, 11))
    await expect.poll(() => consumer.position).toBe(11n)
    expect(consumer.state).toBe('FOLLOWING')
    expect(await subjectsOf(target)).toEqual(names(1, 11))
    const ids = (await target.pool.query('select event_id from applied order by place')).rows.map((row) => row.event_id)
    expect(ids.map((id) => previous.get(id))).toEqual([undefined, ...ids.slice(0, -1)])
  })
})

describe('a source that was restored from a backup', () => {
  async function openRestored() {
    const { source, target } = await openPair()
    const logged: string[] = []
    const logger = pino({ level: 'warn' }, { write: (line) => logged.push(line) })
    const open = () => openFeedConsumer({ ...options(source.url, target), logger })
    await source.append(names(1, 10))
    {
      await using consumer = open()
      await expect.poll(() => consumer.position).toBe(10n)
    }
    return { source, target, logged, open }
  }

  test('a source restored from a backup stops its reader, even after new writes, until the gap is accepted and recorded', async () => {
    const { source, target, logged, open } = await openRestored()
    await source.restore(6)
    await source.append(['7 again', '8 again', '9 again', '10 again', '11 again', '12 again'])
    {
      await using consumer = open()
      await expect.poll(() => consumer.state).toBe('STOPPED')
      expect(logged.filter((line) => line.includes('reading a feed is stopped'))).toHaveLength(1)
    }
    await using consumer = open()
    await expect.poll(() => consumer.state).toBe('STOPPED')
    expect(await subjectsOf(target)).toEqual(names(1, 10))
    expect(await acceptFeedGap(target.db, 'other', 'ada')).toBeUndefined()
    const { stop } = await loadFeedCursor(target.db, 'test')
    expect(await acceptFeedGap(target.db, 'test', 'ada')).toBe(stop?.epoch)
    await expect.poll(() => consumer.position).toBe(12n)
    expect(consumer.state).toBe('FOLLOWING')
    expect(await acceptFeedGap(target.db, 'test', 'ada')).toBeUndefined()
    const again = [7, 8, 9, 10, 11, 12].map((id) => `${id} again`)
    expect(await subjectsOf(target)).toEqual([...names(1, 10), 'gap 6-10 accepted by ada', ...again])
  })

  test('a new announced epoch stops the reader, even if nothing it has is missing', async () => {
    const { source, target, open } = await openRestored()
    await announceEpoch(source.database.db)
    await source.append(['11'])
    await using consumer = open()
    await expect.poll(() => consumer.state).toBe('STOPPED')
    expect(await loadFeedCursor(target.db, 'test')).toMatchObject({
      position: 10n,
      stop: { code: 'FEED_EPOCH_CHANGED' },
    })
    await acceptFeedGap(target.db, 'test', 'ada')
    await expect.poll(() => consumer.position).toBe(11n)
    expect(await subjectsOf(target)).toEqual([...names(1, 10), 'gap 10-10 accepted by ada', '11'])
  })

  test('a source may be restored repeatedly, and each gap is accepted separately', async () => {
    const { source, target, open } = await openRestored()
    await using consumer = open()
    for (const kept of [8, 3, 0]) {
      await source.restore(kept)
      await source.append([`after ${kept}`])
      await expect.poll(() => consumer.state).toBe('STOPPED')
      await acceptFeedGap(target.db, 'test', 'ada')
      await expect.poll(() => consumer.position).toBe(BigInt(kept + 1))
    }
    const rest = ['gap 8-10', 'after 8', 'gap 3-9', 'after 3', 'gap 0-4', 'after 0']
    const shown = rest.map((item) => (item.startsWith('gap') ? `${item} accepted by ada` : item))
    expect(await subjectsOf(target)).toEqual([...names(1, 10), ...shown])
  })

  test('a restored source is read again without an accepted gap once it has all applied events again', async () => {
    const { source, target, open } = await openRestored()
    const kept = await source.restore(6)
    await using consumer = open()
    await expect.poll(() => consumer.state).toBe('STOPPED')
    await kept.restoreLater()
    await source.append(['11'])
    await expect.poll(() => consumer.position).toBe(11n)
    expect(await subjectsOf(target)).toEqual(names(1, 11))
  })
})

describe('exactly once', () => {
  test('events are applied exactly once while database connections are killed at any point', async () => {
    const { source, target } = await openPair()
    await source.append(names(1, 600))
    let applied = 0
    const kill = async (tx: Transaction<Tables>, stored: StoredEvent, origin: EventOrigin) => {
      await apply(tx, stored, origin)
      applied += 1
      if (applied % 97 === 0 && applied < 1_500) await terminateConnections(target.url)
    }
    await using _consumer = openFeedConsumer({ ...options(source.url, target), apply: kill })
    await expect.poll(() => countOf(target)).toBe(600)
    expect(applied).toBeGreaterThan(600)
    expect(await subjectsOf(target)).toEqual(names(1, 600))
  })

  test('events are applied exactly once while two consumers take the lease from each other', async () => {
    const { source, target } = await openPair()
    await source.append(names(1, 600))
    await using _one = openFeedConsumer(options(source.url, target))
    await using _two = openFeedConsumer(options(source.url, target))
    for (let round = 0; round < 5; round += 1) await terminateConnections(target.url)
    await expect.poll(() => countOf(target)).toBe(600)
    expect(await subjectsOf(target)).toEqual(names(1, 600))
  })

  test('events are applied exactly once while the source is down, refuses, sends invalid pages or disconnects', async () => {
    const faults: ((response: ServerResponse) => void)[] = [
      (response) => response.writeHead(503).end('later'),
      (response) => response.writeHead(200).end('<html>'),
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      (response) => response.writeHead(200).end('{"events":[],"next":"999"}'),
      (response) => response.destroy(),
      (response) => {
        response.writeHead(200, { 'content-length': '1000' }).write('{"events":[')
        response.destroy()
      },
    ]
    let requests = 0
    const { source, target } = await openPair((response) => {
      requests += 1
      const fault = requests % 2 === 0 ? undefined : faults.shift()
      fault?.(response)
      return fault !== undefined
    })
    await source.append(names(1, 600))
    await using _consumer = openFeedConsumer(options(source.url, target))
    await expect.poll(async () => faults.length + (600 - (await countOf(target)))).toBe(0)
    expect(await subjectsOf(target)).toEqual(names(1, 600))
  })
})

describe('an event that cannot be applied', () => {
  test('an event that cannot be applied blocks the events after it, but not those before it', async () => {
    const { source, target } = await openPair()
    let isBroken = true
    const consumer = openFeedConsumer({
      ...options(source.url, target),
      apply: async (tx, stored, origin) => {
        await apply(tx, stored, origin)
        if (isBroken && stored.subject.id === '13') throw new Error('13 does not fit')
      },
    })
    await using _open = consumer
    await source.append(names(1, 20))
    await expect.poll(() => countOf(target)).toBe(12)
    await expect.poll(() => consumer.state).toBe('FAILING')
    const missing = () => describeMissing(target.db, ['other', 'test'])
    await expect.poll(missing).toMatch(/^reading fails since \S+Z: test, at position 12 of 20$/)
    isBroken = false
    await expect.poll(() => countOf(target)).toBe(20)
    expect(await subjectsOf(target)).toEqual(names(1, 20))
    expect(await missing()).toBeUndefined()
    await target.pool.query('update feed_cursor set head = 25')
    expect(await missing()).toBe('reading goes on: test, at position 20 of 25')
  })
})

test('a consumer without a valid assertion applies nothing and reports FAILING', async () => {
  const { source, target } = await openPair()
  await source.append(['1'])
  await using consumer = openFeedConsumer({ ...options(source.url, target), authorize: async () => 'forged' })
  await expect.poll(() => consumer.state).toBe('FAILING')
  expect(await countOf(target)).toBe(0)
})
