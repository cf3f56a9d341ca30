import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ClientLimits, fullBucket, openClientCounts, takeToken } from './client-limits.ts'

const LIMITS: ClientLimits = { rate: { perSecond: 10, burst: 3 }, operationsMax: 2, subscriptionsMax: 1 }
const ANN = { clientId: 'app', subject: 'ann' }

function open(limits: Partial<ClientLimits> = {}) {
  let nowMs = 0
  let cpuMs = 0
  const counts = openClientCounts(
    { ...LIMITS, ...limits },
    () => nowMs,
    () => cpuMs,
  )
  return {
    counts,
    wait(ms: number) {
      nowMs += ms
    },
    /** Takes CPU time while the clock stands still. */
    compute(ms: number) {
      cpuMs += ms
    },
  }
}

describe('the rate limit of a client', () => {
  test('the rate limit allows a burst, and then the refill rate', async () => {
    const { counts, wait } = open()
    const take = async () => (await counts.takeToken(ANN))?.retryAfterSeconds
    expect([await take(), await take(), await take(), await take()]).toEqual([undefined, undefined, undefined, 1])
    wait(100)
    expect([await take(), await take()]).toEqual([undefined, 1])
    wait(60_000)
    expect([await take(), await take(), await take(), await take()]).toEqual([undefined, undefined, undefined, 1])
  })

  test('a refusal by the rate limit has the code, the limit and the time to wait', async () => {
    const { counts } = open({ rate: { perSecond: 0.1, burst: 1 } })
    await counts.takeToken(ANN)
    expect((await counts.takeToken(ANN))?.error.extensions).toEqual({
      code: 'RATE_LIMITED',
      limit: 'rate',
      max: 0.1,
      unit: 'operations per second',
      retryAfterSeconds: 10,
    })
  })

  test('the rate limit of one subject and client does not affect others', async () => {
    const { counts } = open({ rate: { perSecond: 1, burst: 1 } })
    expect(await counts.takeToken(ANN)).toBeUndefined()
    expect(await counts.takeToken(ANN)).toBeDefined()
    expect(await counts.takeToken({ ...ANN, subject: 'bob' })).toBeUndefined()
    expect(await counts.takeToken({ ...ANN, clientId: 'other' })).toBeUndefined()
  })

  test('the rate limit charges one token per 2 ms of work, however the work is divided', async () => {
    const { counts, wait, compute } = open({ rate: { perSecond: 10, burst: 100 } })
    const work = (ms: number) => counts.measure(ANN, () => compute(ms))
    const tokensUntilRefused = async () => {
      let taken = 0
      while ((await counts.takeToken(ANN)) === undefined) taken += 1
      return taken
    }
    for (let times = 0; times < 10; times += 1) {
      expect(await counts.takeToken(ANN)).toBeUndefined()
      work(1.99)
      work(1.99)
      work(0.02)
    }
    // 40 ms of work cost as much as 20 operations.
    expect(await tokensUntilRefused()).toBe(80)
    wait(10_000)
    for (let times = 0; times < 50; times += 1) {
      expect(await counts.takeToken(ANN)).toBeUndefined()
      work(0.9)
      work(0.9)
    }
    expect(await tokensUntilRefused()).toBe(50)
  })

  test('the rate limit charges for later work in advance', async () => {
    const { counts } = open({ rate: { perSecond: 10, burst: 100 } })
    expect(await counts.takeToken(ANN)).toBeUndefined()
    counts.charge(ANN, 400)
    expect((await counts.takeToken(ANN))?.retryAfterSeconds).toBe(11)
  })

  test('the rate limit charges several tokens for long work, even if it fails', async () => {
    const { counts, compute } = open({ rate: { perSecond: 10, burst: 100 } })
    expect(counts.measure(ANN, () => 'done')).toBe('done')
    expect(() =>
      counts.measure(ANN, () => {
        compute(400)
        throw new Error('no plan')
      }),
    ).toThrow('no plan')
    expect((await counts.takeToken(ANN))?.retryAfterSeconds).toBeGreaterThanOrEqual(9)
  })

  test('the rate limit does not charge for the time that work waits on a busy machine', async () => {
    const { counts, wait } = open({ rate: { perSecond: 0.1, burst: 2 } })
    expect(await counts.takeToken(ANN)).toBeUndefined()
    counts.measure(ANN, () => wait(5_000))
    expect(await counts.takeToken(ANN)).toBeUndefined()
  })

  test('the rate limit never allows more operations than the burst plus the refill', () => {
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

describe('the concurrency limit of a client', () => {
  test('the concurrency limit counts each operation until it ends', () => {
    const { counts } = open()
    const first = counts.begin(ANN, 'operation')
    const second = counts.begin(ANN, 'operation')
    expect(counts.begin(ANN, 'operation')).toMatchObject({
      error: { extensions: { code: 'RATE_LIMITED', limit: 'concurrent-operations', max: 2, value: 2 } },
    })
    expect(counts.atLimit(ANN, 'operation')).toBeDefined()
    if (!(Symbol.dispose in first && Symbol.dispose in second)) throw new Error('refused')
    first[Symbol.dispose]()
    first[Symbol.dispose]()
    expect(counts.atLimit(ANN, 'operation')).toBeUndefined()
    expect(Symbol.dispose in counts.begin(ANN, 'operation')).toBe(true)
    expect(counts.begin(ANN, 'operation')).toHaveProperty('error')
  })

  test('the concurrency limit counts operations and subscriptions separately', () => {
    const { counts } = open()
    expect(Symbol.dispose in counts.begin(ANN, 'subscription')).toBe(true)
    expect(counts.begin(ANN, 'subscription')).toHaveProperty('error')
    expect(Symbol.dispose in counts.begin(ANN, 'operation')).toBe(true)
  })
})

test('the number of clients in memory is bounded', async () => {
  const { counts } = open()
  for (let index = 0; index < 20_000; index += 1) await counts.takeToken({ clientId: 'app', subject: `s${index}` })
  expect(counts.size()).toBe(10_000)
})

describe('the memory limit of a client', () => {
  const MB = 1_000_000
  const unlimited = { subscriptionsMax: 1_000_000 }
  const begin = (counts: ReturnType<typeof open>['counts'], bytes: number, shared: { of: object; bytes: number }) => {
    const begun = counts.begin(ANN, 'subscription', { bytes, shared })
    return 'error' in begun ? begun.error.extensions : begun
  }

  test('the memory limit refuses a subscription until another one ends', () => {
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

  test('the memory limit counts shared memory once, until the last subscription that shares it ends', () => {
    const { counts } = open(unlimited)
    const shared = { of: {}, bytes: 200 * MB }
    const begun = Array.from({ length: 100 }, (_, more) => {
      // The shared part may have grown since the first subscription.
      return begin(counts, 1_000, { ...shared, bytes: shared.bytes + more }) as Disposable
    })
    for (const each of begun.slice(1)) each[Symbol.dispose]()
    expect(begin(counts, 0, { of: {}, bytes: 60 * MB })).toHaveProperty('limit', 'subscriptionBytes')
    begun[0]?.[Symbol.dispose]()
    expect(begin(counts, 0, { of: {}, bytes: 250 * MB })).not.toHaveProperty('limit')
    expect(begin(counts, 0, { of: {}, bytes: 1 })).toHaveProperty('value', 250 * MB + 1)
  })
})
