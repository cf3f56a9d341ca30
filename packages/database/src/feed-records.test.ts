import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { type Feed, openFeed } from './feed.ts'
import { recordFollower } from './feed-records.ts'
import { appendEvents, type NewEvent, type OutboxTables, outboxMigration, type StoredEvent } from './outbox.ts'
import { outboxEpochMigration } from './outbox-epoch.ts'
import { terminateConnections } from './testing/terminate-connections.ts'
import { openTestDatabase } from './testing/test-database.ts'

const logger = pino({ level: 'silent' })
const retry = { firstDelayMs: 1, delayMaxMs: 10 }
const event = (id: string): NewEvent => ({
  type: 'thing.made',
  subject: { type: 'Thing', id },
  actor: { type: 'SYSTEM', id: 'test' },
  at: new Date('2026-01-02T03:04:05.678Z'),
  detail: {},
})
const open = () =>
  openTestDatabase<OutboxTables>({ '0001_outbox': outboxMigration, '0002_epoch': outboxEpochMigration })
const append = (database: Database<OutboxTables>, ...ids: string[]) =>
  database.db.transaction().execute((tx) => appendEvents(tx, ids.map(event)))
const names = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1))

/** What the events of odd numbers are about. */
const oddOnly = async ({ subject: { id } }: StoredEvent) => (Number(id) % 2 === 1 ? { name: `thing ${id}` } : undefined)

/** A follower whose records come from `load`, and what it took until `count` records had come. */
function follower(load: (event: StoredEvent) => Promise<{ readonly name: string } | undefined>) {
  const follow = recordFollower((_reader: undefined, stored: StoredEvent) => load(stored), retry)
  return async (feed: Feed, count: number, signal = new AbortController().signal) => {
    const taken: string[] = []
    for await (const { event: stored, record } of follow({ feed, after: 0n, signal, logger, reader: undefined })) {
      taken.push(`${stored.position} ${record.name}`)
      if (taken.length === count) break
    }
    return taken
  }
}

describe('following the records of a feed', () => {
  test('yields the events that have a record, in order, and loads each record once for all followers', async () => {
    await using database = await open()
    await using feed = await openFeed({ database, logger })
    let loads = 0
    const take = follower((stored) => {
      loads += 1
      return oddOnly(stored)
    })
    const followers = Array.from({ length: 50 }, () => take(feed, 10))
    await append(database, ...names(7))
    await append(database, ...names(19).slice(7))
    const expected = names(19).flatMap((id) => (Number(id) % 2 === 1 ? [`${id} thing ${id}`] : []))
    for (const taken of await Promise.all(followers)) expect(taken).toEqual(expected)
    expect(loads).toBe(19)
  })

  test('a load that fails at first neither skips nor repeats its record', async () => {
    await using database = await open()
    await using feed = await openFeed({ database, logger })
    const failures = new Map<string, number>()
    const take = follower(async (stored) => {
      const failed = failures.get(stored.id) ?? 0
      failures.set(stored.id, failed + 1)
      if (failed < 3) throw new Error('the connection was lost')
      return { name: stored.subject.id }
    })
    const followers = Array.from({ length: 20 }, () => take(feed, 5))
    await append(database, ...names(5))
    for (const taken of await Promise.all(followers)) expect(taken).toEqual(names(5).map((id) => `${id} ${id}`))
    expect([...failures.values()]).toEqual([4, 4, 4, 4, 4])
  })

  test('waits while the database is down', async () => {
    await using database = await open()
    await append(database, 'a')
    await using feed = await openFeed({ database, logger })
    let away = true
    let failures = 0
    const unreachable: Feed = { ...feed, head: () => (away ? Promise.reject(new Error('refused')) : feed.head()) }
    const take = follower(async () => {
      if (!away) return { name: 'a' }
      failures += 1
      throw new Error('refused')
    })
    const taking = take(unreachable, 1)
    await expect.poll(() => failures).toBeGreaterThan(15)
    away = false
    expect(await taking).toEqual(['1 a'])
  })

  test('throws when a load fails while the database responds', async () => {
    await using database = await open()
    await append(database, 'a')
    await using feed = await openFeed({ database, logger })
    const take = follower(() => Promise.reject(new Error('the key is unknown')))
    await expect(take(feed, 1)).rejects.toThrow('the key is unknown')
  })

  test('ends with its signal, even during retries, and throws when the feed is closed', async () => {
    await using database = await open()
    await append(database, 'a')
    const feed = await openFeed({ database, logger })
    const leaving = new AbortController()
    const unreachable: Feed = { ...feed, head: () => Promise.reject(new Error('refused')) }
    const failing = follower(() => Promise.reject(new Error('refused')))
    const left = failing(unreachable, 1, leaving.signal)
    const stuck = failing(unreachable, 1)
    const waiting = follower(oddOnly)(feed, 2)
    leaving.abort()
    expect(await left).toEqual([])
    const ends = [stuck, waiting].map((taking) => expect(taking).rejects.toThrow('The feed was closed'))
    await feed[Symbol.asyncDispose]()
    await Promise.all(ends)
  })

  test('neither loses nor repeats a record when connections are killed', async () => {
    await using database = await open()
    await using feed = await openFeed({ database, logger, pollMs: 600_000, windowEventsMax: 10 })
    const take = follower(async ({ position }) => {
      const { subject_id: name } = await database.db
        .selectFrom('outbox')
        .select('subject_id')
        .where('position', '=', position)
        .executeTakeFirstOrThrow()
      return { name }
    })
    const followers = Array.from({ length: 10 }, () => take(feed, 60))
    for (const id of names(60)) {
      if (Number(id) % 6 === 0) await terminateConnections(database.url)
      while ((await append(database, id).catch(() => undefined)) === undefined);
    }
    for (const taken of await Promise.all(followers))
      expect(taken.map((entry) => entry.split(' ')[1])).toEqual(names(60))
  })
})
