import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { type Feed, type FeedStart, openFeed } from './feed.ts'
import type { OutboxTables, StoredEvent } from './outbox.ts'
import { announceEpoch } from './outbox-epoch.ts'
import { terminateConnections } from './testing/terminate-connections.ts'
import { appendThings, openTestOutbox } from './testing/test-outbox.ts'

const logger = pino({ level: 'silent' })
/** Appends an event without a notification. */
const quietly = (database: Database<OutboxTables>, id: string) =>
  database.pool.query(
    `insert into outbox (id, type, subject_type, subject_id, actor_type, actor_id, at, detail)
     values (gen_random_uuid(), 'thing.made', 'Thing', $1, 'SYSTEM', 'test', now(), '{}')`,
    [id],
  )
const names = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String(from + index))
const position = (start: FeedStart) => ('problem' in start ? start.problem : start.position)
const idsOf = (events: readonly StoredEvent[]) => events.map(({ subject }) => subject.id)

/** Follows from `after` for `count` events, and waits for `pace` before each further one. */
async function take(feed: Feed, after: bigint, count: number, pace?: () => Promise<void>): Promise<string[]> {
  const ids: string[] = []
  for await (const { subject } of feed.follow({ after, signal: new AbortController().signal })) {
    ids.push(subject.id)
    if (ids.length === count) break
    await pace?.()
  }
  return ids
}

describe('reading a feed', () => {
  test('reading a feed returns the events after a position, in order and up to the limit, right after their commit', async () => {
    await using database = await openTestOutbox()
    await appendThings(database, ...names(1, 3))
    await using feed = await openFeed({ database, logger })
    await appendThings(database, ...names(4, 5))
    expect(idsOf(await feed.read({ after: 0n, limit: 3 }))).toEqual(names(1, 3))
    expect(idsOf(await feed.read({ after: 3n, limit: 10 }))).toEqual(names(4, 5))
    expect(idsOf(await feed.read({ after: 1n, limit: 2 }))).toEqual(names(2, 3))
    expect(idsOf(await feed.read({ after: 4n, limit: 2 }))).toEqual(['5'])
    expect(await feed.read({ after: 5n, limit: 2 })).toEqual([])
    expect(await feed.head()).toBe(5n)
  })

  test('reading a feed waits for an event and is woken by its commit', async () => {
    await using database = await openTestOutbox()
    await using feed = await openFeed({ database, logger, pollMs: 600_000 })
    expect(await feed.head()).toBe(0n)
    const reading = feed.read({ after: 0n, limit: 10, waitMs: 600_000 })
    await appendThings(database, 'a')
    expect(idsOf(await reading)).toEqual(['a'])
  })

  test('reading a feed returns no events when the wait ends, the reader leaves or the feed is closed', async () => {
    await using database = await openTestOutbox()
    const feed = await openFeed({ database, logger })
    expect(await feed.read({ after: 0n, limit: 10, waitMs: 5 })).toEqual([])
    const leaving = new AbortController()
    const left = feed.read({ after: 0n, limit: 10, waitMs: 600_000, signal: leaving.signal })
    const closed = feed.read({ after: 0n, limit: 10, waitMs: 600_000 })
    leaving.abort()
    expect(await left).toEqual([])
    await feed[Symbol.asyncDispose]()
    expect(await closed).toEqual([])
  })

  test('reading a feed finds an event without a notification by polling', async () => {
    await using database = await openTestOutbox()
    await using feed = await openFeed({ database, logger, pollMs: 20 })
    const reading = feed.read({ after: 0n, limit: 10, waitMs: 600_000 })
    await quietly(database, 'a')
    expect(idsOf(await reading)).toEqual(['a'])
  })
})

describe('following a feed', () => {
  test('following a feed yields past and new events, each once and in order', async () => {
    await using database = await openTestOutbox()
    await appendThings(database, ...names(1, 250))
    await using feed = await openFeed({ database, logger, pollMs: 600_000 })
    const following = take(feed, 0n, 400)
    await appendThings(database, ...names(251, 300))
    for (const id of names(301, 400)) await appendThings(database, id)
    expect(await following).toEqual(names(1, 400))
  })

  test('following a feed needs no queries for thousands of further followers', async () => {
    await using database = await openTestOutbox()
    await using feed = await openFeed({ database, logger, pollMs: 600_000 })
    const followers = Array.from({ length: 3_000 }, () => take(feed, 0n, 20))
    let queries = 0
    database.pool.on('acquire', () => {
      queries += 1
    })
    for (const id of names(1, 20)) await appendThings(database, id)
    for (const ids of await Promise.all(followers)) expect(ids).toEqual(names(1, 20))
    // One query to append and at most two to read for each event.
    expect(queries).toBeLessThanOrEqual(60)
  })

  test('a follower may fall behind the window without delaying others or losing an event', async () => {
    await using database = await openTestOutbox()
    await using feed = await openFeed({ database, logger, windowEventsMax: 10 })
    const go = Promise.withResolvers<void>()
    const slow = take(feed, 0n, 300, () => go.promise)
    const fast = take(feed, 0n, 300)
    for (let from = 1; from <= 300; from += 15) await appendThings(database, ...names(from, from + 14))
    expect(await fast).toEqual(names(1, 300))
    go.resolve()
    expect(await slow).toEqual(names(1, 300))
  })

  test('following a feed ends immediately when the follower returns, its signal is aborted or the feed is closed', async () => {
    await using database = await openTestOutbox()
    const feed = await openFeed({ database, logger })
    const { signal } = new AbortController()
    const returned = feed.follow({ after: 0n, signal })
    const pending = returned.next()
    await returned.return?.()
    expect(await pending).toEqual({ done: true, value: undefined })

    const leaving = new AbortController()
    const left = feed.follow({ after: 0n, signal: leaving.signal }).next()
    const closed = feed.follow({ after: 0n, signal }).next()
    leaving.abort()
    expect(await left).toEqual({ done: true, value: undefined })
    await feed[Symbol.asyncDispose]()
    expect(await closed).toEqual({ done: true, value: undefined })
    expect(await feed.follow({ after: 0n, signal }).next()).toEqual({ done: true, value: undefined })
  })
})

describe('the start of a feed', () => {
  test("a feed starts with the next event, or after the reader's position", async () => {
    await using database = await openTestOutbox()
    await using feed = await openFeed({ database, logger })
    const beginning = await feed.begin()
    expect(beginning).toMatchObject({ after: 0n })
    expect(await feed.begin(position(beginning))).toEqual(beginning)
    await appendThings(database, ...names(1, 3))
    expect(await feed.begin()).toMatchObject({ after: 3n })
    const [second, third] = await feed.read({ after: 1n, limit: 2 })
    for (const event of [second, third]) {
      const encoded = feed.positionOf(event as StoredEvent)
      expect(await feed.begin(encoded)).toEqual({ after: event?.position, position: encoded })
    }
    expect(await feed.begin(position(beginning))).toEqual(beginning)
  })

  test('a start position may be digits in the first epoch, as earlier versions wrote them', async () => {
    await using database = await openTestOutbox()
    await using feed = await openFeed({ database, logger })
    await appendThings(database, ...names(1, 3))
    expect(await feed.begin('2')).toMatchObject({ after: 2n })
    expect(await feed.begin('4')).toEqual({ problem: 'NOT_REPLAYABLE' })
    await announceEpoch(database.db)
    expect(await feed.begin('2')).toEqual({ problem: 'NOT_REPLAYABLE' })
  })

  test('an invalid start position, or one beyond the last event, is refused', async () => {
    await using database = await openTestOutbox()
    await using feed = await openFeed({ database, logger })
    await appendThings(database, 'a')
    for (const text of ['', 'a', '-1', '1.0', '99999999999999999999'])
      expect(await feed.begin(text)).toEqual({ problem: 'MALFORMED' })
    for (const text of ['2', '9223372036854775807'])
      expect(await feed.begin(text)).toEqual({ problem: 'NOT_REPLAYABLE' })
  })

  test('a start position may be one that this process has not read yet', async () => {
    await using database = await openTestOutbox()
    await appendThings(database, '1')
    await using late = await openFeed({ database, logger, pollMs: 600_000 })
    await quietly(database, '2')
    expect(await late.begin('2')).toMatchObject({ after: 2n })
    expect(await late.begin('3')).toEqual({ problem: 'NOT_REPLAYABLE' })
    const following = take(late, 2n, 2)
    await appendThings(database, '3', '4')
    expect(await following).toEqual(['3', '4'])
  })

  test('after a restart, readers that resume from a recent position cost no queries, however many they are', async () => {
    await using database = await openTestOutbox()
    await appendThings(database, ...names(1, 60))
    await using feed = await openFeed({ database, logger, windowEventsMax: 100 })
    let queries = 0
    database.pool.on('acquire', () => {
      queries += 1
    })
    const recent = await Promise.all(Array.from({ length: 100 }, () => take(feed, 10n, 50)))
    for (const ids of recent) expect(ids).toEqual(names(11, 60))
    // Queries of the feed itself when it begins to listen.
    expect(queries).toBeLessThanOrEqual(3)
    expect(await take(feed, 9n, 51)).toEqual(names(10, 60))
    expect(await take(feed, 0n, 60)).toEqual(names(1, 60))
  })
})

describe('a feed whose database was restored from a backup', () => {
  const restore = async ({ pool }: Database<OutboxTables>, kept: number) => {
    await pool.query(`delete from outbox where position > ${kept}`)
    await pool.query(`alter table outbox alter column position restart with ${kept + 1}`)
  }

  test('a feed restored from a backup refuses the positions of lost events and, after the detection, all earlier positions', async () => {
    await using database = await openTestOutbox()
    await appendThings(database, ...names(1, 3))
    const events = await (async () => {
      await using feed = await openFeed({ database, logger })
      return (await feed.read({ after: 0n, limit: 3 })).map((event) => ({ ...event, encoded: feed.positionOf(event) }))
    })()
    await restore(database, 1)
    await appendThings(database, '2 again', '3 again', '4 again')
    await using feed = await openFeed({ database, logger })
    const [first, second, third] = events
    for (const lost of [second, third]) {
      expect(await feed.begin(lost?.encoded)).toEqual({ problem: 'NOT_REPLAYABLE' })
    }
    expect(await feed.begin(first?.encoded)).toMatchObject({ after: 1n })
    const { epoch } = await feed.check({ position: 1n, epoch: undefined, eventId: first?.id })
    const claim = { position: 3n, epoch, eventId: third?.id }
    const verdict = await feed.check(claim)
    expect(verdict).toEqual({ epoch: expect.not.stringMatching(epoch), head: 4n, problem: 'FEED_POSITION_UNKNOWN' })
    expect(await feed.check(claim)).toEqual({ epoch: verdict.epoch, head: 4n, problem: 'FEED_EPOCH_CHANGED' })
    expect(await feed.begin(first?.encoded)).toEqual({ problem: 'NOT_REPLAYABLE' })
  })

  test('a restored feed begins one new epoch for all readers of an epoch that it never had', async () => {
    await using database = await openTestOutbox()
    await appendThings(database, '1')
    await using feed = await openFeed({ database, logger })
    const { epoch: first } = await feed.check({ position: 0n, epoch: undefined, eventId: undefined })
    const later = { position: 1n, epoch: randomUUID(), eventId: randomUUID() }
    const { epoch, problem } = await feed.check(later)
    expect([problem, epoch === first]).toEqual(['FEED_EPOCH_CHANGED', false])
    for (const claimed of [later.epoch, first]) {
      const verdict = { epoch, head: 1n, problem: 'FEED_EPOCH_CHANGED' }
      expect(await feed.check({ ...later, epoch: claimed })).toEqual(verdict)
    }
  })

  test('a feed adopts an epoch that a process of an earlier version began without its place', async () => {
    await using database = await openTestOutbox()
    await using one = await openFeed({ database, logger })
    const epoch = randomUUID()
    await database.pool.query(`insert into outbox_epoch (epoch, reason) values ($1, 'ANNOUNCED')`, [epoch])
    await using two = await openFeed({ database, logger })
    for (const feed of [one, two]) {
      expect(await feed.check({ position: 0n, epoch, eventId: undefined })).toEqual({ epoch, head: 0n })
    }
  })

  test('a restored feed shows readers of the new epoch no event that is only in memory', async () => {
    await using database = await openTestOutbox()
    await appendThings(database, ...names(1, 3))
    await using feed = await openFeed({ database, logger, pollMs: 600_000 })
    const lock = await database.pool.connect()
    try {
      // The feed cannot detect the restore while it waits for this table.
      await lock.query('begin; lock table outbox_epoch')
      await restore(database, 1)
      for (const id of ['2 again', '3 again']) await quietly(database, id)
      expect(idsOf(await feed.read({ after: 1n, limit: 5, epoch: randomUUID() }))).toEqual(['2 again', '3 again'])
    } finally {
      await lock.query('rollback')
      lock.release()
    }
  })

  test('a feed that is open during a restore ends its followers and begins an epoch', async () => {
    await using database = await openTestOutbox()
    await appendThings(database, ...names(1, 5))
    await using feed = await openFeed({ database, logger })
    const beginning = await feed.begin()
    const following = feed.follow({ after: 5n, signal: new AbortController().signal })
    const pending = following.next()
    await restore(database, 2)
    await appendThings(database, '3 again')
    expect(await pending).toEqual({ done: true, value: undefined })
    expect(await feed.begin(position(beginning))).toEqual({ problem: 'NOT_REPLAYABLE' })
    expect(await feed.begin()).toMatchObject({ after: 3n })
    expect(await take(feed, 0n, 3)).toEqual(['1', '2', '3 again'])
    const { rows } = await database.pool.query('select reason from outbox_epoch order by number')
    expect(rows.map(({ reason }) => reason)).toEqual(['CREATED', 'DETECTED'])
  })

  test('a feed ends the followers in every process when an operator announces a restore', async () => {
    await using database = await openTestOutbox()
    await appendThings(database, '1')
    await using one = await openFeed({ database, logger, pollMs: 600_000 })
    await using two = await openFeed({ database, logger, pollMs: 600_000 })
    const signal = new AbortController().signal
    const pending = [one, two].map((feed) => feed.follow({ after: 1n, signal }).next())
    await announceEpoch(database.db)
    expect(await Promise.all(pending)).toEqual(Array(2).fill({ done: true, value: undefined }))
  })
})

describe('a feed', () => {
  test('a feed neither loses nor repeats an event when connections are killed', async () => {
    await using database = await openTestOutbox()
    await using feed = await openFeed({ database, logger, pollMs: 600_000, windowEventsMax: 10 })
    const followers = Array.from({ length: 20 }, () => take(feed, 0n, 60))
    for (const id of names(1, 60)) {
      if (Number(id) % 6 === 0) await terminateConnections(database.url)
      for (;;) {
        const done = await appendThings(database, id).catch(() => undefined)
        if (done !== undefined) break
      }
    }
    for (const ids of await Promise.all(followers)) expect(ids).toEqual(names(1, 60))
  })

  test('a feed leaves no connection open when it is closed', async () => {
    await using database = await openTestOutbox()
    const feed = await openFeed({ database, logger })
    const listeners = async () => {
      const { rows } = await database.pool.query(
        `select from pg_stat_activity where datname = current_database() and application_name = 'test-listener'`,
      )
      return rows.length
    }
    await expect.poll(listeners).toBe(1)
    await feed[Symbol.asyncDispose]()
    await expect.poll(listeners).toBe(0)
  })
})
