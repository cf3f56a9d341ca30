import { expect, it } from 'vitest'
import { entityLinks } from './audit-entry.ts'

it.each([
  [{ type: 'transfer', id: 't' }, { vaspId: 'v' }, { transactionId: 't', vaspId: 'v' }],
  [{ type: 'transfer', id: 't' }, {}, { transactionId: 't', vaspId: undefined }],
  [{ type: 'vasp', id: 'v' }, {}, { transactionId: undefined, vaspId: 'v' }],
  [{ type: 'proof', id: 'p' }, { transactionId: 't' }, { transactionId: 't', vaspId: undefined }],
  [{ type: 'proof', id: 'p' }, { transactionId: null }, { transactionId: undefined, vaspId: undefined }],
])('a record about %j with %j belongs to the trails of %j', (subject, detail, links) => {
  expect(entityLinks({ subject, detail })).toEqual(links)
})
