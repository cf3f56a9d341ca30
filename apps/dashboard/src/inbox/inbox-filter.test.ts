import { expect, test } from 'vitest'
import { apiFilter, type InboxFilter, readFilter, writeFilter } from './inbox-filter.ts'

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
