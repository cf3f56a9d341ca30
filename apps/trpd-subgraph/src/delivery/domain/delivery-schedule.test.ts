import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DeliverySchedule, deadLetterReason, nextAttemptAt } from './delivery-schedule.ts'

const schedule: DeliverySchedule = { ttlSeconds: 86_400, triesMax: 200, delayMs: 2_000, delayMaxMs: 3_600_000 }
const queuedAt = new Date('2026-01-01T00:00:00Z')
const afterSeconds = (seconds: number) => new Date(queuedAt.getTime() + seconds * 1_000)

describe('the next attempt', () => {
  it('the next attempt comes after a random part of a delay that doubles up to its limit', () => {
    const next = (tries: number, random: number) =>
      nextAttemptAt(schedule, { tries, queuedAt, at: queuedAt }, () => random)
    expect(next(1, 1)).toEqual(afterSeconds(2))
    expect(next(3, 1)).toEqual(afterSeconds(8))
    expect(next(3, 0.25)).toEqual(afterSeconds(2))
    expect(next(3, 0)).toEqual(queuedAt)
    expect(next(100, 1)).toEqual(afterSeconds(3_600))
  })

  it('no attempt is made after the time limit of the delivery, or beyond the maximum number', () => {
    const last = { tries: 20, queuedAt, at: afterSeconds(86_400 - 3_600) }
    expect(nextAttemptAt(schedule, last, () => 1)).toEqual(afterSeconds(86_400))
    expect(nextAttemptAt(schedule, { ...last, at: afterSeconds(86_400 - 3_599) }, () => 1)).toBeUndefined()
    expect(nextAttemptAt(schedule, { tries: 200, queuedAt, at: queuedAt }, () => 0)).toBeUndefined()
  })
})

it('property: by default, a message is retried for nearly 24 hours, regardless of the jitter', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })), (jitter) => {
      // Each attempt takes as long as the longest request.
      let at = afterSeconds(20)
      let tries = 1
      const random = () => 0.2 + 0.8 * (jitter.next().value ?? 0)
      for (;;) {
        const next = nextAttemptAt(schedule, { tries, queuedAt, at }, random)
        if (next === undefined) break
        at = new Date(next.getTime() + 20_000)
        tries += 1
      }
      expect(at.getTime()).toBeGreaterThan(afterSeconds(86_400 - 3_600).getTime())
      expect(tries).toBeLessThan(200)
    }),
    { numRuns: 50 },
  )
})

it('the reason of an abandoned message states its last problem, its attempts and how long it was tried', () => {
  const reason = (tries: number, seconds: number) =>
    deadLetterReason('The counterparty did not respond in time.', { tries, queuedAt, at: afterSeconds(seconds) })
  expect(reason(57, 85_000)).toBe(
    'The counterparty did not respond in time. Delivery was given up after 57 attempts in 24 hours.',
  )
  expect(reason(1, 0)).toMatch(/after 1 attempt in 1 second\.$/)
  expect(reason(3, 90)).toMatch(/after 3 attempts in 2 minutes\.$/)
})
