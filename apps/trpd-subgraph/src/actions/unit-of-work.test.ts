import { randomUUID } from 'node:crypto'
import { APPEND_EVENTS_MAX } from '@travel-rule/database/outbox'
import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import { ok } from '@travel-rule/service/result'
import { expect, it } from 'vitest'
import { migrations } from '../store/migrations.ts'
import type { Tables } from '../store/tables.ts'
import { inTransaction } from './unit-of-work.ts'

it('a transaction publishes more events than one append takes, in their order', async () => {
  await using database = await openTestDatabase<Tables>(migrations, { template: 'trpd' })
  const ids = Array.from({ length: 2 * APPEND_EVENTS_MAX + 1 }, () => randomUUID())
  const stored = await inTransaction({ database }, async ({ record }) => {
    for (const id of ids) {
      const subject = { type: 'transfer', id }
      record({ type: 'transfer.erased', subject, actor: { type: 'SYSTEM', id: 'trpd' }, at: new Date(), detail: {} })
    }
    return ok(true)
  })
  expect(stored.ok).toBe(true)
  const rows = await database.db.selectFrom('outbox').select('subject_id').orderBy('position').execute()
  expect(rows.map(({ subject_id }) => subject_id)).toEqual(ids)
})
