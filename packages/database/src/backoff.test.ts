import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backoffMs } from './backoff.ts'

test('a wait doubles up to its limit, of which at least half is waited', () => {
  const limits = { baseMs: 100, maxMs: 5_000 }
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
      const whole = Math.min(5_000, 100 * 2 ** (attempt - 1))
      const waitMs = backoffMs(attempt, limits, () => random)
      expect(waitMs).toBeGreaterThanOrEqual(Math.floor(whole / 2))
      expect(waitMs).toBeLessThanOrEqual(whole)
    }),
  )
})
