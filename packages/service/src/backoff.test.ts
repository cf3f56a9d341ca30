import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backoffDelayMs } from './backoff.ts'

test('a backoff delay doubles up to its limit, and jitter reduces it by at most half', () => {
  const backoff = { firstDelayMs: 100, delayMaxMs: 5_000 }
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
      const fullMs = Math.min(5_000, 100 * 2 ** (attempt - 1))
      const delayMs = backoffDelayMs(attempt, backoff, () => random)
      expect(delayMs).toBeGreaterThanOrEqual(Math.floor(fullMs / 2))
      expect(delayMs).toBeLessThanOrEqual(fullMs)
    }),
  )
})
