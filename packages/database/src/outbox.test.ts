import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  APPEND_EVENTS_MAX,
  appendEvents,
  commitWithEvents,
  EVENT_DETAIL_BYTES_MAX,
  eventOfRow,
  type NewEvent,
  newestPosition,
  type OutboxTables,
} from './outbox.ts'
import { openTestDatabase } from './testing/test-database.ts'
import { OUTBOX_MIGRATIONS, openTestOutbox, thingMade } from './testing/test-outbox.ts'

const event = (id: string): NewEvent => ({
  ...thingMade(id),
  actor: { type: 'USER', id: 'u1', name: 'Ada' },
  detail: { amount: '1.5', count: 2, final: true, note: null },
})

describe('appending', () => {
  test('an event is returned as it was appended, in order, with a position and an id', async () => {
    await using database = await openTestOutbox()
    const events = [event('a'), { ...event('b'), actor: { type: 'SYSTEM', id: 's' } as const }, event('c')]
    const stored = await database.db.transaction().execute((tx) => appendEvents(tx, events))
    const rows = await database.db.selectFrom('outbox').selectAll().orderBy('position').execute()
    expect(rows.map(eventOfRow)).toEqual(stored)
    expect(stored.map(({ id, position, ...rest }) => rest)).toEqual(events)
    expect(stored.map(({ position }) => position)).toEqual([1n, 2n, 3n])
  })

  test('the newest position is that of the last event; 0 before the first event', async () => {
    await using database = await openTestOutbox()
    expect(await newestPosition(database.db)).toBe(0n)
    await database.db.transaction().execute((tx) => appendEvents(tx, [event('a'), event('b')]))
    expect(await newestPosition(database.db)).toBe(2n)
  })

  test('a transaction that is rolled back stores no event', async () => {
    await using database = await openTestOutbox()
    const undone = database.db.transaction().execute(async (tx) => {
      await appendEvents(tx, [event('a')])
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    expect(await database.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  })

  test('appending no events or the maximum is accepted; more events or a longer detail are refused', async () => {
    await using database = await openTestOutbox()
    const append = (events: NewEvent[]) => database.db.transaction().execute((tx) => appendEvents(tx, events))
    expect(await append([])).toEqual([])
    const most = Array.from({ length: APPEND_EVENTS_MAX }, (_, index) => event(String(index)))
    const stored = await append(most)
    expect(stored.map(({ subject }) => subject.id)).toEqual(most.map(({ subject }) => subject.id))
    expect(stored.every(({ position }, index) => index === 0 || position > (stored[index - 1]?.position ?? 0n))).toBe(
      true,
    )
    await expect(append([...most, event('more')])).rejects.toThrow(RangeError)
    await expect(append([{ ...event('a'), detail: { note: 'x'.repeat(EVENT_DETAIL_BYTES_MAX) } }])).rejects.toThrow(
      RangeError,
    )
  })
})

describe('positions follow commit order', () => {
  test('a transaction that appends waits for an earlier one that has appended and not committed', async () => {
    await using database = await openTestOutbox()
    const appended = Promise.withResolvers<void>()
    const commit = Promise.withResolvers<void>()
    const order: string[] = []
    const first = database.db.transaction().execute(async (tx) => {
      await appendEvents(tx, [event('first')])
      appended.resolve()
      await commit.promise
      order.push('first')
    })
    await appended.promise
    const second = database.db.transaction().execute(async (tx) => {
      const [stored] = await appendEvents(tx, [event('second')])
      order.push('second')
      return stored
    })
    const isWaiting = async () => {
      const { rows } = await database.pool.query(
        `select from pg_locks join pg_database on database = pg_database.oid
         where datname = current_database() and locktype = 'advisory' and not granted`,
      )
      return rows.length
    }
    await expect.poll(isWaiting).toBe(1)
    commit.resolve()
    await first
    expect((await second)?.position).toBe(2n)
    expect(order).toEqual(['first', 'second'])
  })

  test('a reader that pages by position misses no event, regardless of the order of the writers', async () => {
    const transaction = fc.record({
      events: fc.integer({ min: 1, max: 3 }),
      pauseBeforeMs: fc.integer({ min: 0, max: 5 }),
      pauseAfterMs: fc.integer({ min: 0, max: 5 }),
      undone: fc.boolean(),
      // A transaction of an earlier version does not commit together with its events.
      isEarlier: fc.boolean(),
    })
    const writers = fc.array(fc.array(transaction, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 6 })
    await using database = await openTestDatabase<OutboxTables>(OUTBOX_MIGRATIONS, { poolMax: 10 })
    await fc.assert(
      fc.asyncProperty(writers, async (plan) => {
        const { start } = await database.db
          .selectFrom('outbox')
          .select(sql<bigint>`coalesce(max(position), 0)`.as('start'))
          .executeTakeFirstOrThrow()
        const committed = new Set<string>()
        const seen: string[] = []
        let writing = true
        const reading = (async () => {
          let cursor = start
          for (;;) {
            const last = !writing
            const rows = await database.db
              .selectFrom('outbox')
              .selectAll()
              .where('position', '>', cursor)
              .orderBy('position')
              .limit(2)
              .execute()
            seen.push(...rows.map(({ subjectId }) => subjectId))
            cursor = rows.at(-1)?.position ?? cursor
            if (rows.length === 0 && last) return
          }
        })()
        await Promise.all(
          plan.map(async (transactions) => {
            for (const { events, pauseBeforeMs, pauseAfterMs, undone, isEarlier } of transactions) {
              const ids = Array.from({ length: events }, () => randomUUID())
              const done = database.db.transaction().execute(async (tx) => {
                await sql`select pg_sleep(${pauseBeforeMs / 1_000})`.execute(tx)
                if (!isEarlier && !undone) return await commitWithEvents(tx, ids.map(event))
                await appendEvents(tx, ids.map(event))
                await sql`select pg_sleep(${pauseAfterMs / 1_000})`.execute(tx)
                if (undone) throw new Error('undone')
              })
              const isCommitted = await done.then(
                () => true,
                () => false,
              )
              if (isCommitted) for (const id of ids) committed.add(id)
            }
          }),
        )
        writing = false
        await reading
        expect(seen).toHaveLength(committed.size)
        expect(new Set(seen)).toEqual(committed)
      }),
      { numRuns: 15 },
    )
  })
})
