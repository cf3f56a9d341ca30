import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leaseMs, openTokenLender } from './token-lender.ts'

const RATE = { perSecond: 10, burst: 80 }

function open({ rate = RATE, processes = 2 } = {}) {
  let nowMs = 0
  const lender = openTokenLender({ rate, processes }, () => nowMs)
  return {
    lender,
    lend(process: number, left = 0) {
      const grant = lender.lend(process, 'ann', left)
      return 'tokens' in grant ? grant.tokens : 0
    },
    wait(ms: number) {
      nowMs += ms
    },
  }
}

test('each of two processes is lent an eighth of the burst at a time, until the bucket is empty', () => {
  const { lender, lend } = open()
  expect(Array.from({ length: 9 }, (_, turn) => lend(turn % 2))).toEqual([10, 10, 10, 10, 10, 10, 10, 10, 0])
  expect(lender.lend(0, 'ann', 0)).toEqual({ waitMs: 100 })
  expect(lender.lend(0, 'bob', 0)).toEqual({ tokens: 10, remaining: 70 })
})

test('work is charged to the client in every process', () => {
  const { lender } = open()
  lender.charge('ann', 100)
  expect(lender.lend(1, 'ann', 0)).toEqual({ waitMs: 2_100 })
})

test('unused tokens of an expired lease are returned with the next request', () => {
  const { lend, wait } = open({ rate: { perSecond: 0.001, burst: 80 } })
  lend(0)
  for (let second = 0; second < 60; second += 1) {
    wait(leaseMs * 2)
    expect(lend(0, 9)).toBe(10)
  }
})

test('unused tokens that are returned when the bucket is already full are lost', () => {
  const { lend, wait } = open()
  lend(0)
  wait(8_000)
  for (let turn = 0; turn < 8; turn += 1) expect(lend(1)).toBe(10)
  expect(lend(0, 9)).toBe(0)
})

test('unused tokens are returned with the next request, and otherwise expire', () => {
  const { lend, wait } = open({ rate: { perSecond: 0.001, burst: 80 } })
  expect(lend(0)).toBe(10)
  for (let turn = 0; turn < 7; turn += 1) expect(lend(1)).toBe(10)
  expect(lend(1)).toBe(0)
  expect(lend(0, 9)).toBe(9)
  wait(leaseMs * 2)
  expect(lend(0)).toBe(0)
})

/** A token of a lease is used while the bucket is full but for it, and then more are asked for. */
const USED_BEFORE_IT_IS_RETURNED = [
  { process: 1, waitMs: 0, operations: 1 },
  { process: 1, waitMs: 119, operations: 8 },
  { process: 1, waitMs: 76, operations: 1 },
  { process: 0, waitMs: 5, operations: 16 },
]

test('all processes together never start more operations than the burst plus the refill', () => {
  const step = fc.record({
    process: fc.integer({ min: 0, max: 2 }),
    waitMs: fc.integer({ min: 0, max: 600 }),
    operations: fc.integer({ min: 1, max: 30 }),
  })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.array(step, { maxLength: 150 }), (burst, steps) => {
      let nowMs = 0
      const rate = { perSecond: 10, burst }
      const lender = openTokenLender({ rate, processes: 3 }, () => nowMs)
      const leases = [0, 1, 2].map(() => ({ tokens: 0, untilMs: 0 }))
      const startedAtMs: number[] = []
      for (const { process, waitMs, operations } of steps) {
        nowMs += waitMs
        const lease = leases[process] as { tokens: number; untilMs: number }
        for (let count = 0; count < operations; count += 1) {
          if (lease.tokens < 1 || nowMs >= lease.untilMs) {
            const grant = lender.lend(process, 'ann', lease.tokens)
            lease.tokens = 'tokens' in grant ? grant.tokens : 0
            lease.untilMs = nowMs + leaseMs
          }
          if (lease.tokens < 1) break
          lease.tokens -= 1
          startedAtMs.push(nowMs)
        }
      }
      // The bound holds in every window, not only from the start.
      for (const [first, fromMs] of startedAtMs.entries()) {
        const after = startedAtMs.slice(first)
        for (const [index, atMs] of after.entries()) {
          expect(index + 1).toBeLessThanOrEqual(burst + ((atMs - fromMs) / 1_000) * rate.perSecond + 1e-6)
        }
      }
    }),
    { numRuns: 50, examples: [[24, USED_BEFORE_IT_IS_RETURNED]] },
  )
})
