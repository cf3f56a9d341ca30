import { randomUUID } from 'node:crypto'
import { openDatabase } from '@travel-rule/database/database'
import { APPEND_EVENTS_MAX, appendEvents } from '@travel-rule/database/outbox'
import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import { ok, refuse } from '@travel-rule/service/result'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrations } from '../store/migrations.ts'
import type { Tables } from '../store/tables.ts'
import type { WorkPorts } from './transfer-service.ts'
import { inTransaction } from './unit-of-work.ts'

it('a transaction publishes more events than one append takes, in order', async () => {
  await using database = await openTestDatabase<Tables>(migrations, { template: 'trpd' })
  const ids = Array.from({ length: 2 * APPEND_EVENTS_MAX + 1 }, () => randomUUID())
  const stored = await inTransaction({ database } as WorkPorts, async ({ record }) => {
    for (const id of ids) {
      const subject = { type: 'transfer', id }
      record({ type: 'transfer.erased', subject, actor: { type: 'SYSTEM', id: 'trpd' }, at: new Date(), detail: {} })
    }
    return ok(true)
  })
  expect(stored.ok).toBe(true)
  const rows = await database.db.selectFrom('outbox').select('subjectId').orderBy('position').execute()
  expect(rows.map(({ subjectId }) => subjectId)).toEqual(ids)
})

it('a refusal is returned only after the changes that it may reveal are durable', async () => {
  await using shared = await openTestDatabase<Tables>(migrations, { template: 'trpd' })
  // By default, the test server does not wait for the disk.
  await shared.pool.query(`do $$ begin
    execute format('alter database %I set synchronous_commit to on', current_database()); end $$`)
  await using database = await openDatabase<Tables>({ url: shared.url, migrations, applicationName: 'test' })
  const committed = await database.db.transaction().execute(async (tx) => {
    await sql`set local synchronous_commit to off`.execute(tx)
    const subject = { type: 'transfer', id: randomUUID() }
    const actor = { type: 'SYSTEM', id: 'trpd' } as const
    await appendEvents(tx, [{ type: 'transfer.erased', subject, actor, at: new Date(), detail: {} }])
    const { rows } = await sql<{ position: string }>`select pg_current_wal_insert_lsn() as position`.execute(tx)
    return rows[0]?.position
  })
  const refused = await inTransaction({ database } as WorkPorts, async ({ tx }) => {
    await tx.selectFrom('outbox').select('id').execute()
    return refuse('TRANSACTION_WRONG_STATUS', 'It is erased already.')
  })
  const { rows } = await sql`select pg_current_wal_flush_lsn() > ${committed}::pg_lsn as "isDurable"`.execute(
    database.db,
  )
  expect([refused.ok, rows]).toEqual([false, [{ isDurable: true }]])
})
