import { expect, it } from 'vitest'
import { breakerAfterFailure, type CircuitBreaker, isOpen } from './circuit-breaker.ts'

const at = new Date('2026-01-01T00:00:00Z')
const after = (failures: number, messageId = 'b') =>
  breakerAfterFailure(
    failures === 0 ? undefined : { failures, messageId: 'a' },
    { messageId, at, delayMs: 2_000, delayMaxMs: 3_600_000 },
    () => 1,
  )
const openMs = ({ openUntil }: CircuitBreaker) => openUntil && openUntil.getTime() - at.getTime()

it('a circuit breaker opens with the third consecutive message that fails, and stays open longer with each further failure', () => {
  expect([0, 1, 2, 3, 4].map((failures) => openMs(after(failures)))).toEqual([
    undefined,
    undefined,
    8_000,
    16_000,
    32_000,
  ])
})

it('a circuit breaker stays open for at most five minutes', () => {
  expect([20, 2_000].map((failures) => openMs(after(failures)))).toEqual([300_000, 300_000])
})

it('a circuit breaker is open until its time is up', () => {
  const breaker = after(2)
  expect(isOpen(breaker, at)).toBe(true)
  expect(isOpen(breaker, new Date(at.getTime() + 8_000))).toBe(false)
  expect(isOpen(after(0), at)).toBe(false)
  expect(isOpen(undefined, at)).toBe(false)
})

it('a single message that keeps failing does not open the circuit breaker, but keeps it open', () => {
  expect(after(1, 'a')).toEqual({ failures: 1, messageId: 'a' })
  expect(after(2, 'a')).toEqual({ failures: 2, messageId: 'a' })
  expect(openMs(after(3, 'a'))).toBe(16_000)
})
