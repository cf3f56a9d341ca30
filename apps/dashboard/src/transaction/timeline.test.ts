import { expect, test } from 'vitest'
import type { AuditRowFragment, TransactionDetailFragment } from '../api/operations.generated.ts'
import { timelineOf } from './timeline.ts'

const change = (version: number, event: string, at: string) =>
  ({ version, event, at }) as TransactionDetailFragment['history'][number]
const attempt = (startedAt: string) => ({ startedAt }) as TransactionDetailFragment['deliveryAttempts'][number]
const entry = (sequence: string, type: string, at: string, subjectId = 't1') =>
  ({ sequence, type, at, subjectId }) as AuditRowFragment

const T1 = '2026-01-01T00:00:01.000Z'
const T2 = '2026-01-01T00:00:02.000Z'
const T3 = '2026-01-01T00:00:03.000Z'

test('a timeline has changes, deliveries and events that only the audit log records, newest first', () => {
  const transaction = {
    id: 't1',
    history: [change(1, 'transfer.inquired', T1), change(2, 'transfer.delivered', T3)],
    deliveryAttempts: [attempt(T2)],
  }
  const checked = entry('8', 'transfer.checked', T2)
  const inquired = entry('7', 'transfer.inquired', '2026-01-01T00:00:01Z')
  expect(timelineOf(transaction, [checked, inquired])).toEqual([
    { kind: 'CHANGE', at: T3, change: transaction.history[1], audit: undefined },
    { kind: 'DELIVERY', at: T2, attempt: attempt(T2) },
    { kind: 'AUDIT', at: T2, audit: checked },
    { kind: 'CHANGE', at: T1, change: transaction.history[0], audit: inquired },
  ])
})

test('an event with a different subject or time is a separate line', () => {
  const transaction = { id: 't1', history: [change(1, 'proof.verified', T1)], deliveryAttempts: [] }
  const ofProof = entry('7', 'proof.verified', T1, 'p1')
  const later = entry('8', 'proof.verified', T2)
  expect(timelineOf(transaction, [later, ofProof]).map(({ kind }) => kind)).toEqual(['AUDIT', 'CHANGE', 'AUDIT'])
})
