import { expect, test } from 'vitest'
import { proofArrivals } from './proof-arrivals.ts'

const proof = (id: string, day: number, status: 'REQUESTED' | 'VERIFIED' = 'REQUESTED') => ({
  id,
  status,
  createdAt: `2026-03-0${day}T00:00:00Z`,
})
const rows = [proof('b', 5), proof('a', 4)]

test('a new ownership proof waits until the list is refreshed', () => {
  const changed = [proof('c', 6), proof('b', 5)]
  expect(proofArrivals(changed, { rows, hasMore: true, status: undefined })).toEqual([changed[0]])
})

test('a changed ownership proof on a page that is not loaded yet does not wait', () => {
  expect(proofArrivals([proof('old', 1)], { rows, hasMore: true, status: undefined })).toEqual([])
})

test('an ownership proof waits if its new status matches the filter', () => {
  const changed = [proof('c', 6), proof('d', 4, 'VERIFIED')]
  expect(proofArrivals(changed, { rows: [], hasMore: false, status: 'VERIFIED' })).toEqual([changed[1]])
})
