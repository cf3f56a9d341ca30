import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openExpiryClock } from './expiry-clock.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_500 })
})
afterEach(() => {
  vi.useRealTimers()
})

function open() {
  const clock = openExpiryClock()
  const expired: string[] = []
  const member = (name: string) => ({ expire: () => void expired.push(name) })
  return { clock, expired, member }
}

test('each member of an expiry clock expires once, at its own second', () => {
  const { clock, expired, member } = open()
  clock.add(1_003, member('c'))
  clock.add(1_002, member('a'))
  clock.add(1_002, member('b'))
  vi.advanceTimersByTime(1_499)
  expect(expired).toEqual([])
  vi.advanceTimersByTime(1)
  expect(expired).toEqual(['a', 'b'])
  vi.advanceTimersByTime(60_000)
  expect(expired).toEqual(['a', 'b', 'c'])
})

test('a member whose expiry has passed expires with the next second', () => {
  const { clock, expired, member } = open()
  clock.add(7, member('a'))
  expect(expired).toEqual([])
  vi.advanceTimersByTime(500)
  expect(expired).toEqual(['a'])
})

test('a deleted member does not expire, and the timer of an empty clock stops', () => {
  const { clock, expired, member } = open()
  const [a, b] = [member('a'), member('b')]
  clock.add(1_002, a)
  clock.add(1_002, b)
  clock.delete(1_002, a)
  clock.delete(1_009, b)
  vi.advanceTimersByTime(2_000)
  expect(expired).toEqual(['b'])
  clock.add(1_100, a)
  clock.delete(1_100, a)
  expect(vi.getTimerCount()).toBe(0)
})

test('members may be added and deleted while one expires', () => {
  const { clock, expired, member } = open()
  const other = member('other')
  clock.add(1_001, {
    expire() {
      clock.delete(1_001, other)
      clock.add(1_002, member('next'))
    },
  })
  clock.add(1_001, other)
  vi.advanceTimersByTime(3_000)
  expect(expired).toEqual(['next'])
  expect(vi.getTimerCount()).toBe(0)
})

test('members that expire in the same second expire in slices, and one that is deleted between two slices does not', () => {
  const { clock, expired, member } = open()
  let nowMs = 0
  const now = vi.spyOn(performance, 'now').mockImplementation(() => {
    nowMs += 4
    return nowMs
  })
  const last = member('last')
  for (const name of ['a', 'b', 'c']) clock.add(1_002, member(name))
  clock.add(1_002, last)
  setTimeout(() => {
    setImmediate(() => {
      expired.push('other work')
      clock.delete(1_002, last)
    })
  }, 1_499)
  vi.advanceTimersByTime(1_500)
  vi.advanceTimersByTime(1_000)
  now.mockRestore()
  expect(expired.filter((name) => name !== 'other work')).toEqual(['a', 'b', 'c'])
  expect(expired.indexOf('other work')).toBeLessThan(expired.indexOf('c'))
})
