import { expect, test } from 'vitest'
import type { InboxRowFragment } from '../api/operations.generated.ts'
import { apiFilter, type InboxFilter, isArrival, readFilter, staysListed, writeFilter } from './inbox-filter.ts'

const INBOX: InboxFilter = { folder: 'INBOX', direction: undefined, status: undefined, search: '' }

test.each([
  ['', INBOX],
  ['folder=ALL', { ...INBOX, folder: undefined }],
  [
    'folder=ARCHIVE&direction=SENT&status=CONFIRMED&q=bc1q',
    { folder: 'ARCHIVE', direction: 'SENT', status: 'CONFIRMED', search: 'bc1q' },
  ],
] as const)('the filter of the query "%s" is read and written', (query, filter) => {
  expect(readFilter(new URLSearchParams(query))).toEqual(filter)
  expect(writeFilter(filter)).toBe(query)
})

test('what a query says that is not known is ignored', () => {
  expect(readFilter(new URLSearchParams('folder=x&direction=__proto__&status=%3Cscript%3E'))).toEqual(INBOX)
})

test('a search that the API would refuse is not sent', () => {
  expect(apiFilter({ ...INBOX, search: 'abc' })).toEqual({ folder: ['INBOX'] })
  expect(apiFilter({ ...INBOX, search: 'abcd' })).toEqual({ folder: ['INBOX'], search: 'abcd' })
  expect(readFilter(new URLSearchParams({ q: 'x'.repeat(500) })).search).toHaveLength(256)
})

test('what a search found by its hash stays listed, and only an id that matches the search arrives', () => {
  const row = { id: 'aaaa-1', folder: 'INBOX', direction: 'RECEIVED', status: 'PENDING' } as InboxRowFragment
  const byHash = { ...INBOX, search: '0xabcd' }
  expect([staysListed(byHash, row), isArrival(byHash, row)]).toEqual([true, false])
  expect(isArrival({ ...INBOX, search: 'AAAA' }, row)).toBe(true)
  expect(staysListed(byHash, { ...row, folder: 'ARCHIVE' })).toBe(false)
})
