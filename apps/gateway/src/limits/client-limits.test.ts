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

  test('a token pays for 2 ms of work, however it is cut up', () => {
    const { counts, wait } = open({ rate: { perSecond: 10, burst: 100 } })
    const work = (ms: number) => counts.work(ANN, () => wait(ms))
    const asksUntilRefused = () => {
      let asked = 0
      while (counts.ask(ANN) === undefined) asked += 1
      return asked
    }
    for (let times = 0; times < 10; times += 1) {
      expect(counts.ask(ANN)).toBeUndefined()
      work(1.99)
      work(1.99)
      work(0.02)
    }
    // 40 ms of work are 20 operations.
    expect(asksUntilRefused()).toBe(80)
    wait(10_000)
    for (let times = 0; times < 50; times += 1) {
      expect(counts.ask(ANN)).toBeUndefined()
      work(0.9)
      work(0.9)
    }
    expect(asksUntilRefused()).toBe(50)
  })

  test('counts work that comes later', () => {
    const { counts } = open({ rate: { perSecond: 10, burst: 100 } })
    expect(counts.ask(ANN)).toBeUndefined()
    counts.spend(ANN, 400)
    expect(counts.ask(ANN)?.retryAfterSeconds).toBe(11)
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

describe('what the subscriptions of a client keep in memory', () => {
  const MB = 1_000_000
  const unlimited = { subscriptionsMax: 1_000_000 }
  const begin = (counts: ReturnType<typeof open>['counts'], bytes: number, shared: { of: object; bytes: number }) => {
    const begun = counts.begin(ANN, 'subscription', { bytes, shared })
    return 'error' in begun ? begun.error.extensions : begun
  }

  test('is bounded; what has ended makes room', () => {
    const { counts } = open(unlimited)
    const first = begin(counts, 100 * MB, { of: {}, bytes: 100 * MB }) as Disposable
    expect(begin(counts, 50 * MB, { of: {}, bytes: MB })).toEqual({
      code: 'RATE_LIMITED',
      limit: 'subscriptionBytes',
      max: 250 * MB,
      value: 251 * MB,
      retryAfterSeconds: 1,
    })
    expect(
      counts.begin({ ...ANN, subject: 'bob' }, 'subscription', { bytes: 200 * MB, shared: { of: {}, bytes: MB } }),
    ).not.toHaveProperty('error')
    first[Symbol.dispose]()
    first[Symbol.dispose]()
    const second = begin(counts, 249 * MB, { of: {}, bytes: MB }) as Disposable
    expect(begin(counts, 0, { of: {}, bytes: 1 })).toHaveProperty('limit')
    second[Symbol.dispose]()
    expect(begin(counts, 250 * MB, { of: {}, bytes: 0 })).not.toHaveProperty('limit')
  })

  test('counts once what they share, until the last of them has ended', () => {
    const { counts } = open(unlimited)
    const shared = { of: {}, bytes: 200 * MB }
    const begun = Array.from({ length: 100 }, (_, more) => {
      // It may have grown since.
      return begin(counts, 1_000, { ...shared, bytes: shared.bytes + more }) as Disposable
    })
    for (const each of begun.slice(1)) each[Symbol.dispose]()
    expect(begin(counts, 0, { of: {}, bytes: 60 * MB })).toHaveProperty('limit', 'subscriptionBytes')
    begun[0]?.[Symbol.dispose]()
    expect(begin(counts, 0, { of: {}, bytes: 250 * MB })).not.toHaveProperty('limit')
    expect(begin(counts, 0, { of: {}, bytes: 1 })).toHaveProperty('value', 250 * MB + 1)
  })
})
