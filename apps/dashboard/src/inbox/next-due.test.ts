import { expect, test } from 'vitest'
import type { InboxRowFragment } from '../api/operations.generated.ts'
import { type NextDue, nextDue } from './next-due.ts'

const NOW = Date.parse('2026-03-01T12:00:00Z')
const minutes = (count: number) => new Date(NOW + count * 60_000).toISOString()

function dueOf(dueInMinutes: number, expiresInMinutes: number | null, more: object = {}): NextDue | undefined {
  const row = {
    folder: 'INBOX',
    case: { status: 'NEW', dueAt: minutes(dueInMinutes) },
    expiresAt: expiresInMinutes === null ? null : minutes(expiresInMinutes),
    ...more,
  }
  return nextDue(row as unknown as InboxRowFragment, NOW)
}

test.each([
  [
    'the case, which is due before the transaction expires',
    90,
    120,
    { what: 'CASE', at: minutes(90), urgency: 'LATER' },
  ],
  ['the expiry, which is before the case is due', 90, 30, { what: 'EXPIRY', at: minutes(30), urgency: 'SOON' }],
  ['a case that is due within the hour', 59, null, { what: 'CASE', at: minutes(59), urgency: 'SOON' }],
  ['an overdue case, even if the transaction has expired', -1, -5, { what: 'CASE', at: minutes(-1), urgency: 'PAST' }],
  ['an expiry that has passed', 90, 0, { what: 'EXPIRY', at: minutes(0), urgency: 'PAST' }],
] as const)('a row of the inbox shows %s', (_what, due, expiry, expected) => {
  expect(dueOf(due, expiry)).toEqual(expected)
})

test('a row elsewhere shows only an overdue case', () => {
  expect(dueOf(30, 30, { folder: 'WAITING' })).toBeUndefined()
  expect(dueOf(-1, 30, { folder: 'WAITING' })).toMatchObject({ what: 'CASE', urgency: 'PAST' })
})

test('a closed case is not due', () => {
  const closed = { case: { status: 'CLOSED', dueAt: minutes(-1) } }
  expect(dueOf(-1, 30, closed)).toMatchObject({ what: 'EXPIRY' })
  expect(dueOf(-1, null, closed)).toBeUndefined()
})
