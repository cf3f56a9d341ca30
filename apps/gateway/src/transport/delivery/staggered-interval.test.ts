import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openStaggeredInterval } from './staggered-interval.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a staggered interval visits every member once per period, not all at the same time', () => {
  const visits: number[] = []
  const interval = openStaggeredInterval<number>(16_000, (member) => void visits.push(member))
  for (let member = 0; member < 32; member += 1) interval.add(member)
  vi.advanceTimersByTime(1_000)
  expect(visits).toHaveLength(2)
  vi.advanceTimersByTime(15_000)
  expect(visits.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 32 }, (_, member) => member))
})

test('a staggered interval does not visit removed members and stops its timer after the last one', () => {
  const visits: string[] = []
  const interval = openStaggeredInterval<string>(16_000, (member) => void visits.push(member))
  interval.add('a')
  interval.add('b')
  interval.delete('a')
  vi.advanceTimersByTime(16_000)
  expect(visits).toEqual(['b'])
  interval.delete('b')
  interval.delete('b')
  expect(vi.getTimerCount()).toBe(0)
})
