import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { type Feed, openFeed } from './feed.ts'
import { recordFollower } from './feed-records.ts'
import { terminateConnections } from './testing/terminate-connections.ts'
import { appendThings, openTestOutbox } from './testing/test-outbox.ts'

const logger = pino({ level: 'silent' })
const retry = { firstDelayMs: 1, delayMaxMs: 10 }
const names = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1))

interface Named {
  readonly name: string
}

/** Loads items by id; events with even numbers have none. */
function followerOf(load: (ids: readonly string[]) => Promise<readonly (Named | undefined)[]>) {
  return recordFollower(
    {
      keyOf: ({ subject: { id } }) => (Number(id) % 2 === 0 ? undefined : id),
      load: (_reader: undefined, ids) => load(ids),
    },
    retry,
  )
}

/** A follower; each call takes the first `count` records, as `position name`. */
function follower(load: Parameters<typeof followerOf>[0]) {
  const follow = followerOf(load)
  return async (feed: Feed, count: number, signal = new AbortController().signal) => {
    const taken: string[] = []
    for await (const page of follow({ feed, after: 0n, signal, logger, reader: undefined })) {
      taken.push(...page.map(({ event: stored, record }) => `${stored.position} ${record.name}`))
      if (taken.length >= count) break
    }
    return taken.slice(0, count)
  }
}

const nameAll = async (ids: readonly string[]) => ids.map((id) => ({ name: `thing ${id}` }))
const odd = (count: number) => names(count * 2).filter((id) => Number(id) % 2 === 1)

describe('following the records of a feed', () => {
  test('following records yields the events that have one, in order, and loads each record once for all followers', async () => {
    await using database = await openTestOutbox()
    await using feed = await openFeed({ database, logger })
    const loaded: string[] = []
    const take = follower((ids) => {
      loaded.push(...ids)
      return nameAll(ids)
    })
    const followers = Array.from({ length: 50 }, () => take(feed, 10))
    await appendThings(database, ...names(7))
    await appendThings(database, ...names(19).slice(7))
    const expected = odd(10).map((id) => `${id} thing ${id}`)
    for (const taken of await Promise.all(followers)) expect(taken).toEqual(expected)
    expect(loaded).toEqual(odd(10))
  })

  test('following records loads the records of a page at once, and prefetches one more page', async () => {
    await using database = await openTestOutbox()
    await appendThings(database, ...names(900))
    await using feed = await openFeed({ database, logger })
    const loads: number[] = []
    const follow = followerOf((ids) => {
      loads.push(ids.length)
      return nameAll(ids)
    })
    const { signal } = new AbortController()
    const taken: string[] = []
    for await (const page of follow({ feed, after: 0n, signal, logger, reader: undefined })) {
      expect(page).toHaveLength(50)
      taken.push(...page.map(({ record }) => record.name))
      // Nothing more is loaded until the consumer requests more.
      if (taken.length === 50) {
        await feed.read({ after: 899n, limit: 1 })
        await expect.poll(() => loads).toEqual([50, 50])
      }
      if (taken.length === 450) break
    }
    expect(taken).toEqual(odd(450).map((id) => `thing ${id}`))
    expect(loads).toEqual(Array(9).fill(50))
  })

  test('following records yields the records before one that cannot be loaded', async () => {
    await using database = await openTestOutbox()
    await appendThings(database, ...names(300))
    await using feed = await openFeed({ database, logger })
    const broken = followerOf(async (ids) => {
      if (ids.includes('133')) throw new Error('the key is unknown')
      return nameAll(ids)
    })
    const { signal } = new AbortController()
    const taken: string[] = []
    const taking = async () => {
      for await (const page of broken({ feed, after: 0n, signal, logger, reader: undefined }))
        taken.push(...page.map(({ record }) => record.name))
    }
    await expect(taking()).rejects.toThrow('the key is unknown')
    expect(taken).toEqual(odd(66).map((id) => `thing ${id}`))
  })

  test('a load that fails at first neither skips nor repeats its record', async () => {
    await using database = await openTestOutbox()
    await using feed = await openFeed({ database, logger })
    const failures = new Map<string, number>()
    const take = follower(async (ids) => {
      const failed = ids.map((id) => failures.get(id) ?? 0)
      for (const id of ids) failures.set(id, (failures.get(id) ?? 0) + 1)
      if (failed.some((count) => count < 3)) throw new Error('the connection was lost')
      return nameAll(ids)
    })
    const followers = Array.from({ length: 20 }, () => take(feed, 5))
    await appendThings(database, ...names(9))
    for (const taken of await Promise.all(followers)) expect(taken).toEqual(odd(5).map((id) => `${id} thing ${id}`))
    expect([...failures.values()]).toEqual(Array(5).fill(4))
  })

  test('following records waits while the database is down', async () => {
    await using database = await openTestOutbox()
    await appendThings(database, 'a')
    await using feed = await openFeed({ database, logger })
    let away = true
    let failures = 0
    const unreachable: Feed = { ...feed, head: () => (away ? Promise.reject(new Error('refused')) : feed.head()) }
    const take = follower(async () => {
      if (!away) return [{ name: 'a' }]
      failures += 1
      throw new Error('refused')
    })
    const taking = take(unreachable, 1)
    await expect.poll(() => failures).toBeGreaterThan(15)
    away = false
    expect(await taking).toEqual(['1 a'])
  })

  test('following records throws when a load fails while the database responds', async () => {
    await using database = await openTestOutbox()
    await appendThings(database, 'a')
    await using feed = await openFeed({ database, logger })
    const take = follower(() => Promise.reject(new Error('the key is unknown')))
    await expect(take(feed, 1)).rejects.toThrow('the key is unknown')
  })

  test('following records ends with its signal, even during retries, and throws when the feed is closed', async () => {
    await using database = await openTestOutbox()
    await appendThings(database, 'a')
    const feed = await openFeed({ database, logger })
    const leaving = new AbortController()
    const unreachable: Feed = { ...feed, head: () => Promise.reject(new Error('refused')) }
    const failing = follower(() => Promise.reject(new Error('refused')))
    const left = failing(unreachable, 1, leaving.signal)
    const stuck = failing(unreachable, 1)
    const waiting = follower(nameAll)(feed, 2)
    leaving.abort()
    expect(await left).toEqual([])
    const ends = [stuck, waiting].map((taking) => expect(taking).rejects.toThrow('The feed was closed'))
    await feed[Symbol.asyncDispose]()
    await Promise.all(ends)
  })

  test('following records neither loses nor repeats a record when connections are killed', async () => {
    await using database = await openTestOutbox()
    await using feed = await openFeed({ database, logger, pollMs: 600_000, windowEventsMax: 10 })
    const take = follower(async (ids) => {
      const rows = await database.db.selectFrom('outbox').select('subjectId').where('subjectId', 'in', ids).execute()
      const found = new Set(rows.map(({ subjectId }) => subjectId))
      return ids.map((id) => (found.has(id) ? { name: id } : undefined))
    })
    const followers = Array.from({ length: 10 }, () => take(feed, 60))
    for (const id of odd(60)) {
      if (Number(id) % 6 === 1) await terminateConnections(database.url)
      while ((await appendThings(database, id).catch(() => undefined)) === undefined);
    }
    for (const taken of await Promise.all(followers)) expect(taken.map((entry) => entry.split(' ')[1])).toEqual(odd(60))
  })
})
