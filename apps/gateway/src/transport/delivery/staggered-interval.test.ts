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

test('a staggered interval does not drift when its visits are late', () => {
  const atMs: number[] = []
  const interval = openStaggeredInterval<string>(16_000, () => void atMs.push(performance.now()))
  const begunAtMs = performance.now()
  interval.add('a')
  for (let visit = 1; visit <= 100; visit += 1) {
    // Every turn of the event loop takes 300 ms too long.
    while (atMs.length < visit) vi.setSystemTime(vi.advanceTimersToNextTimer().getMockedSystemTime() ?? 0)
    vi.advanceTimersByTime(300)
  }
  const lastAtMs = (atMs.at(-1) ?? 0) - begunAtMs
  expect(lastAtMs % 16_000).toBeLessThan(1_000)
  interval.delete('a')
})
