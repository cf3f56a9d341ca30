import { expect, test } from 'vitest'
import type { InboxRowFragment } from '../../api/operations.generated.ts'
import {
  apiFilter,
  type InboxFilter,
  isArrival,
  NO_FILTER,
  readFilter,
  staysListed,
  writeFilter,
} from './inbox-filter.ts'

const INBOX: InboxFilter = NO_FILTER
const reading = { me: 'ada', at: new Date('2026-03-01T12:00:00Z') }
const openCase = { version: 1, status: 'NEW', assignee: null, priority: 'NORMAL', dueAt: '2026-03-01T11:00:00Z' }

test.each([
  ['', INBOX],
  ['folder=ALL', { ...INBOX, folder: undefined }],
  [
    'folder=ARCHIVE&direction=SENT&status=CONFIRMED&q=bc1q',
    { ...INBOX, folder: 'ARCHIVE', direction: 'SENT', status: 'CONFIRMED', search: 'bc1q' },
  ],
  ['folder=ALL&case=ON_HOLD', { ...INBOX, folder: undefined, caseStatus: 'ON_HOLD' }],
  ['case=OPEN', { ...INBOX, caseStatus: 'OPEN' }],
  ['assignee=me&due=overdue&priority=HIGH', { ...INBOX, assignee: 'me', isOverdue: true, priority: 'HIGH' }],
] as const)('the filter of the query "%s" is read and written', (query, filter) => {
  expect(readFilter(new URLSearchParams(query))).toEqual(filter)
  expect(writeFilter(filter)).toBe(query)
})

test('unknown values in a query are ignored', () => {
  expect(
    readFilter(
      new URLSearchParams(
        'folder=x&direction=__proto__&status=%3Cscript%3E&case=CLOSED&due=later&priority=NOW&assignee=',
      ),
    ),
  ).toEqual(INBOX)
})

test('a search that the API would refuse is not sent', () => {
  expect(apiFilter({ ...INBOX, search: 'abc' }, reading)).toEqual({ folder: ['INBOX'] })
  expect(apiFilter({ ...INBOX, search: 'abcd' }, reading)).toEqual({ folder: ['INBOX'], search: 'abcd' })
  expect(readFilter(new URLSearchParams({ q: 'x'.repeat(500) })).search).toHaveLength(256)
})

test('the filter for open cases lists every case that is not closed', () => {
  const filter: InboxFilter = { ...INBOX, folder: undefined, caseStatus: 'OPEN' }
  expect(apiFilter(filter, reading)).toEqual({ caseStatus: ['NEW', 'IN_REVIEW', 'WAITING_FOR_DATA', 'ON_HOLD'] })
  const row = (status: string) => ({ case: { ...openCase, status } }) as InboxRowFragment
  expect(['NEW', 'ON_HOLD', 'CLOSED'].map((status) => staysListed(filter, row(status), reading))).toEqual([
    true,
    true,
    false,
  ])
})

test('a row that a search found by its hash stays listed, but only rows whose id matches the search are added', () => {
  const row = {
    id: 'aaaa-1',
    folder: 'INBOX',
    direction: 'RECEIVED',
    status: 'PENDING',
    case: openCase,
  } as InboxRowFragment
  const byHash = { ...INBOX, search: '0xabcd' }
  expect([staysListed(byHash, row, reading), isArrival(byHash, row, reading)]).toEqual([true, false])
  expect(isArrival({ ...INBOX, search: 'AAAA' }, row, reading)).toBe(true)
  expect(staysListed(byHash, { ...row, folder: 'ARCHIVE' }, reading)).toBe(false)
})

test('the assignee "me" of a link is the person who opens it, and overdue is evaluated when it is read', () => {
  expect(apiFilter({ ...INBOX, assignee: 'me', priority: 'HIGH' }, reading)).toEqual({
    folder: ['INBOX'],
    assignee: ['ada'],
    priority: ['HIGH'],
  })
  expect(apiFilter({ ...INBOX, folder: undefined, assignee: 'nobody', isOverdue: true }, reading)).toEqual({
    assignee: [null],
    caseStatus: ['NEW', 'IN_REVIEW', 'WAITING_FOR_DATA', 'ON_HOLD'],
    dueTo: '2026-03-01T12:00:00.000Z',
  })
  expect(apiFilter({ ...INBOX, caseStatus: 'ON_HOLD', isOverdue: true }, reading)).toMatchObject({
    caseStatus: ['ON_HOLD'],
    dueTo: '2026-03-01T12:00:00.000Z',
  })
})

test('a change of its case decides if a transaction stays in the list', () => {
  const row = (change: object) => ({ id: 'a', folder: 'INBOX', case: { ...openCase, ...change } }) as InboxRowFragment
  const stays = (filter: Partial<InboxFilter>, change: object) =>
    staysListed({ ...INBOX, ...filter }, row(change), reading)
  expect(stays({ assignee: 'me' }, { assignee: { id: 'ada' } })).toBe(true)
  expect(stays({ assignee: 'me' }, {})).toBe(false)
  expect(stays({ assignee: 'nobody' }, {})).toBe(true)
  expect(stays({ assignee: 'bob' }, { assignee: { id: 'ada' } })).toBe(false)
  expect(stays({ priority: 'URGENT' }, {})).toBe(false)
  expect(stays({ caseStatus: 'ON_HOLD' }, { status: 'ON_HOLD' })).toBe(true)
  expect(stays({ caseStatus: 'ON_HOLD' }, { status: 'IN_REVIEW' })).toBe(false)
  expect(stays({ isOverdue: true }, {})).toBe(true)
  expect(stays({ isOverdue: true }, { dueAt: '2026-03-01T12:00:01Z' })).toBe(false)
  expect(stays({ isOverdue: true }, { status: 'CLOSED' })).toBe(false)
})
