import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ClientLimits, openClientCounts } from './client-limits.ts'
import { fullBucket, takeToken } from './token-bucket.ts'

const LIMITS: ClientLimits = { rate: { perSecond: 10, burst: 3 }, operationsMax: 2, subscriptionsMax: 1 }
const ANN = { clientId: 'app', subject: 'ann' }

function open(limits: Partial<ClientLimits> = {}) {
  let nowMs = 0
  const counts = openClientCounts({ ...LIMITS, ...limits }, () => nowMs)
  return {
    counts,
    wait(ms: number) {
      nowMs += ms
    },
  }
}

describe('the rate of a client', () => {
  test('is its burst at once, and then what comes back with time', () => {
    const { counts, wait } = open()
    const ask = () => counts.ask(ANN)?.retryAfterSeconds
    expect([ask(), ask(), ask(), ask()]).toEqual([undefined, undefined, undefined, 1])
    wait(100)
    expect([ask(), ask()]).toEqual([undefined, 1])
    wait(60_000)
    expect([ask(), ask(), ask(), ask()]).toEqual([undefined, undefined, undefined, 1])
  })

  test('is refused with code, limit and the time to wait', () => {
    const { counts } = open({ rate: { perSecond: 0.1, burst: 1 } })
    counts.ask(ANN)
    expect(counts.ask(ANN)?.error.extensions).toEqual({
      code: 'RATE_LIMITED',
      limit: 'rate',
      max: 0.1,
      unit: 'operations per second',
      retryAfterSeconds: 10,
    })
  })

  test('is that of one subject of one client: others are not slowed down', () => {
    const { counts } = open({ rate: { perSecond: 1, burst: 1 } })
    expect(counts.ask(ANN)).toBeUndefined()
    expect(counts.ask(ANN)).toBeDefined()
    expect(counts.ask({ ...ANN, subject: 'bob' })).toBeUndefined()
    expect(counts.ask({ ...ANN, clientId: 'other' })).toBeUndefined()
  })

  test('counts long work as several operations, also when it fails', () => {
    const { counts, wait } = open({ rate: { perSecond: 10, burst: 100 } })
    expect(counts.work(ANN, () => 'done')).toBe('done')
    expect(() =>
      counts.work(ANN, () => {
        wait(400)
        throw new Error('no plan')
      }),
    ).toThrow('no plan')
    expect(counts.ask(ANN)?.retryAfterSeconds).toBeGreaterThanOrEqual(9)
  })

  test('never lets more through in any time than the burst and what came back', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 200 }), (waits) => {
        const rate = { perSecond: 10, burst: 5 }
        let bucket = fullBucket(rate, 0)
        let [atMs, passed] = [0, 0]
        for (const waitMs of waits) {
          atMs += waitMs
          const taken = takeToken(bucket, rate, atMs)
          bucket = taken.bucket
          if (taken.ok) passed += 1
          else expect(takeToken(bucket, rate, atMs + taken.waitMs + 1).ok).toBe(true)
        }
        expect(passed).toBeLessThanOrEqual(rate.burst + (atMs / 1_000) * rate.perSecond + 1e-6)
      }),
    )
  })
})

describe('operations under way', () => {
  test('are at most so many of one client, each until it has ended', () => {
    const { counts } = open()
    const first = counts.begin(ANN, 'operation')
    const second = counts.begin(ANN, 'operation')
    expect(counts.begin(ANN, 'operation')).toMatchObject({
      error: { extensions: { code: 'RATE_LIMITED', limit: 'concurrent-operations', max: 2, value: 2 } },
    })
    expect(counts.busy(ANN, 'operation')).toBeDefined()
    if (!(Symbol.dispose in first && Symbol.dispose in second)) throw new Error('refused')
    first[Symbol.dispose]()
    first[Symbol.dispose]()
    expect(counts.busy(ANN, 'operation')).toBeUndefined()
    expect(Symbol.dispose in counts.begin(ANN, 'operation')).toBe(true)
    expect(counts.begin(ANN, 'operation')).toHaveProperty('error')
  })

  test('are counted apart from subscriptions', () => {
    const { counts } = open()
    expect(Symbol.dispose in counts.begin(ANN, 'subscription')).toBe(true)
    expect(counts.begin(ANN, 'subscription')).toHaveProperty('error')
    expect(Symbol.dispose in counts.begin(ANN, 'operation')).toBe(true)
  })
})

test('a bounded number of clients is remembered', () => {
  const { counts } = open()
  for (let index = 0; index < 20_000; index += 1) counts.ask({ clientId: 'app', subject: `s${index}` })
  expect(counts.size()).toBe(10_000)
})
