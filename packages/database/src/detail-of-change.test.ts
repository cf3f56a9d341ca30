import { expect, test } from 'vitest'
import { detailOfChange } from './detail-of-change.ts'

test('the detail of a change has the facts after it, and those that differed before it', () => {
  const before = { version: 1, status: 'PENDING', txHash: null, amount: '5' }
  const after = { version: 2, status: 'APPROVED', txHash: 'abc', amount: '5' }
  expect(detailOfChange(before, after)).toEqual({ ...after, 'status.from': 'PENDING', 'txHash.from': null })
})

test('the detail of something new has no facts from before', () => {
  expect(detailOfChange(undefined, { version: 1, status: 'PENDING' })).toEqual({ version: 1, status: 'PENDING' })
})

test('a fact that only one side has is not a change', () => {
  expect(detailOfChange({ old: 1 }, { mentions: 'ann' })).toEqual({ mentions: 'ann' })
})
