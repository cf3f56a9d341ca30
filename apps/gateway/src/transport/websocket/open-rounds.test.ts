import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openRounds } from './open-rounds.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('every member is visited once in a period, and not all at the same time', () => {
  const visits: number[] = []
  const rounds = openRounds<number>(16_000, (member) => void visits.push(member))
  for (let member = 0; member < 32; member += 1) rounds.add(member)
  vi.advanceTimersByTime(1_000)
  expect(visits).toHaveLength(2)
  vi.advanceTimersByTime(15_000)
  expect(visits.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 32 }, (_, member) => member))
})

test('nothing is visited, and no timer runs, once a member is gone', () => {
  const visits: string[] = []
  const rounds = openRounds<string>(16_000, (member) => void visits.push(member))
  rounds.add('a')
  rounds.add('b')
  rounds.delete('a')
  vi.advanceTimersByTime(16_000)
  expect(visits).toEqual(['b'])
  rounds.delete('b')
  rounds.delete('b')
  expect(vi.getTimerCount()).toBe(0)
})
