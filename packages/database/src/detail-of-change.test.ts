import { expect, test } from 'vitest'
import { detailOfChange } from './detail-of-change.ts'

test('the detail of a change has the new facts, and the old values of those that changed', () => {
  const before = { version: 1, status: 'PENDING', txHash: null, amount: '5' }
  const after = { version: 2, status: 'APPROVED', txHash: 'abc', amount: '5' }
  expect(detailOfChange(before, after)).toEqual({ ...after, 'status.from': 'PENDING', 'txHash.from': null })
})

test('the detail of something new has no old values', () => {
  expect(detailOfChange(undefined, { version: 1, status: 'PENDING' })).toEqual({ version: 1, status: 'PENDING' })
})

test('a fact that exists only on one side is not a change', () => {
  expect(detailOfChange({ old: 1 }, { mentions: 'ann' })).toEqual({ mentions: 'ann' })
})
