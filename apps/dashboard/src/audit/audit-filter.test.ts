import { expect, test } from 'vitest'
import { apiAuditFilter, NO_FILTER, readAuditFilter, writeAuditFilter } from './audit-filter.ts'

test.each([
  ['', NO_FILTER],
  ['type=transfer.approved&from=2026-01-31', { ...NO_FILTER, type: 'transfer.approved', from: '2026-01-31' }],
  ['subject=vasp&id=7&actor=u-1', { ...NO_FILTER, subjectType: 'vasp', subjectId: '7', actorId: 'u-1' }],
])('the audit filter of the query "%s" is read and written', (query, filter) => {
  expect(readAuditFilter(new URLSearchParams(query))).toEqual(filter)
  expect(writeAuditFilter(filter)).toBe(query)
})

test.each(['2026-02-30', '2026-13-01', 'yesterday', '0000-00-00', '99999-01-01'])(
  'the day "%s" in the URL of the audit log is ignored',
  (day) => expect(readAuditFilter(new URLSearchParams({ from: day })).from).toBe(''),
)

test("the days of an audit filter are in the organisation's time zone, and the last day is included completely", () => {
  const filter = { ...NO_FILTER, from: '2026-03-29', to: '2026-03-29' }
  expect(apiAuditFilter(filter, 'Europe/Zurich')).toEqual({
    from: '2026-03-28T23:00:00.000Z',
    to: '2026-03-29T22:00:00.000Z',
  })
})

test('an audit filter without values requests all entries', () => {
  expect(apiAuditFilter(NO_FILTER, 'UTC')).toEqual({})
})
