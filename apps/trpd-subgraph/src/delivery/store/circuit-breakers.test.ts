import { randomUUID } from 'node:crypto'
import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrations } from '../../foundation/store/migrations.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { exampleVasp } from '../../testing/example-transfers.ts'
import { insertVasp } from '../../vasps/store/vasps.ts'
import {
  closeBreaker,
  countOpenBreakers,
  loadBreakers,
  lockBreaker,
  passBreaker,
  saveBreaker,
} from './circuit-breakers.ts'

it('once the pause of a VASP ends, one of several replicas makes a probing attempt, and the others wait for it', async () => {
  await using database = await openTestDatabase<Tables>(migrations, { template: 'trpd' })
  const at = new Date('2026-01-01T00:00:00Z')
  const later = new Date('2026-01-01T00:01:00Z')
  const probeUntil = new Date('2026-01-01T00:05:00Z')
  const vasp = randomUUID()
  const messageId = randomUUID()
  await database.db.transaction().execute((tx) => insertVasp(tx, { ...exampleVasp, id: vasp }))
  const inTx = database.db.transaction()
  const pass = (now: Date) => inTx.execute((tx) => passBreaker(tx, vasp, { at: now, probeUntil }))
  expect(await pass(at)).toBeUndefined()

  const failAtOnce = Array.from({ length: 4 }, () =>
    inTx.execute(async (tx) => {
      const failures = ((await lockBreaker(tx, vasp))?.failures ?? 0) + 1
      await saveBreaker(tx, vasp, { failures, messageId, ...(failures < 3 ? {} : { openUntil: later }) })
    }),
  )
  await Promise.all(failAtOnce)
  expect(await loadBreakers(database.db, [vasp])).toEqual(
    new Map([[vasp, { failures: 4, messageId, openUntil: later }]]),
  )
  expect(await countOpenBreakers(database.db)).toBe(1)
  expect(await pass(at)).toEqual({ until: later, probing: false })

  const passed = await Promise.all(Array.from({ length: 6 }, () => pass(later)))
  expect(passed.filter((pause) => pause === undefined)).toHaveLength(1)
  expect(passed.filter((pause) => pause !== undefined)).toEqual(Array(5).fill({ until: probeUntil, probing: true }))

  await inTx.execute((tx) => saveBreaker(tx, vasp, { failures: 5, messageId, openUntil: probeUntil }))
  expect(await pass(later)).toEqual({ until: probeUntil, probing: false })

  // A transaction that finds the circuit breaker open may make messages wait, and closing it must find them.
  const order: string[] = []
  let closing: Promise<unknown> = Promise.resolve()
  await inTx.execute(async (tx) => {
    await passBreaker(tx, vasp, { at: later, probeUntil })
    closing = inTx.execute((other) => closeBreaker(other, vasp)).then((wasOpen) => order.push(`closed: ${wasOpen}`))
    await expect.poll(() => countBlocked(database.db)).toBe(1)
    order.push('waits')
  })
  await closing
  expect(order).toEqual(['waits', 'closed: true'])
  expect(await inTx.execute((tx) => closeBreaker(tx, vasp))).toBe(false)
  expect(await pass(later)).toBeUndefined()
  expect(await countOpenBreakers(database.db)).toBe(0)
})

/** The number of connections to this database that wait for a lock. */
async function countBlocked(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count ?? 0
}
