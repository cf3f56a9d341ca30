import type { StoredEvent } from '@travel-rule/database/outbox'
import { countStatements } from '@travel-rule/database/testing/statement-counter'
import { expect, test } from 'vitest'
import { listAudit } from '../../store/audit-log.ts'
import { loadUsers } from '../../store/users.ts'
import { openTestStore } from '../../testing/open-test-store.ts'
import { applyEvents } from './record-activity.ts'

const at = (second: number) => new Date(Date.UTC(2025, 0, 1, 0, 0, second))

function event(number: number, changes: Partial<StoredEvent> = {}): StoredEvent {
  return {
    position: BigInt(number),
    id: `event-${number}`,
    type: 'transfer.approved',
    subject: { type: 'transfer', id: `t-${number}` },
    actor: { type: 'USER', id: `user-${number % 2}`, name: `Name at ${number}` },
    at: at(number),
    detail: { version: 1 },
    ...changes,
  }
}

test('a page of events is appended once and in order, and its users are recorded as seen, with as many statements as for one event', async () => {
  await using store = await openTestStore()
  const apply = async (events: readonly StoredEvent[], previousId: string | undefined) => {
    const statements = countStatements()
    await store.db
      .withPlugin(statements)
      .transaction()
      .execute((tx) => applyEvents(tx, 'trpd', events, { epoch: 'epoch-1', previousId }))
    return statements.count
  }
  const ofOne = await apply([event(1)], undefined)
  const page = Array.from({ length: 20 }, (_, index) => event(index + 1))
  // The last event arrives late.
  page.push(event(21, { at: at(0), actor: { type: 'USER', id: 'user-1', name: 'Name at 0' } }))
  expect(await apply(page, undefined)).toBe(ofOne)
  const entries = (await listAudit(store.db, {}, { limit: 100, before: undefined })).toReversed()
  expect(entries.map(({ eventId, previousEventId }) => [eventId, previousEventId])).toEqual(
    page.map(({ id }, index) => [id, page[index - 1]?.id]),
  )
  expect(await loadUsers(store.db, ['user-0', 'user-1'])).toMatchObject([
    { name: 'Name at 20', firstSeenAt: at(2), lastSeenAt: at(20) },
    { name: 'Name at 19', firstSeenAt: at(0), lastSeenAt: at(19) },
  ])
})
