import { expect, test } from 'vitest'
import { openLentClientCounts } from './lent-client-counts.ts'
import { leaseMs, openTokenLender } from './token-lender.ts'

const ANN = { clientId: 'app', subject: 'ann' }

/** Processes that lease from one lender, and what they asked of it. */
function open({ burst = 80, perSecond = 10, processes = 2 } = {}) {
  let nowMs = 0
  const asked: string[] = []
  const rate = { perSecond, burst }
  const lender = openTokenLender({ rate, processes }, () => nowMs)
  const counts = Array.from({ length: processes }, (_, process) =>
    openLentClientCounts(
      { rate, operationsMax: 2, subscriptionsMax: 1 },
      {
        async lend(client, left) {
          asked.push(`lend ${process}`)
          return lender.lend(process, client, left)
        },
        charge(client, tokens) {
          asked.push(`charge ${process} ${tokens}`)
          lender.charge(client, tokens)
        },
      },
      () => nowMs,
    ),
  )
  const take = async (process: number) => (await counts[process]?.takeToken(ANN))?.retryAfterSeconds
  const wait = (ms: number) => {
    nowMs += ms
  }
  return { counts, asked, take, wait }
}

test('a process requests tokens once for many operations, even if they arrive together', async () => {
  const { asked, take } = open()
  expect(await Promise.all(Array.from({ length: 10 }, () => take(0)))).toEqual(Array(10).fill(undefined))
  expect(asked).toEqual(['lend 0'])
})

test('operations that arrive together at several processes share the burst', async () => {
  const { take } = open()
  const taken = await Promise.all(Array.from({ length: 200 }, (_, index) => take(index % 2)))
  expect(taken.filter((refused) => refused === undefined)).toHaveLength(80)
})

test('a refused client is refused without another request until a token is due', async () => {
  const { asked, take, wait } = open({ burst: 1, perSecond: 1 })
  expect([await take(0), await take(0), await take(0)]).toEqual([undefined, 1, 1])
  expect(asked).toEqual(['lend 0', 'lend 0'])
  wait(1_000)
  expect([await take(1), await take(0)]).toEqual([undefined, 1])
})

test('tokens of a lease that has expired are not used', async () => {
  const { asked, take, wait } = open()
  await take(0)
  wait(leaseMs)
  await take(0)
  expect(asked).toEqual(['lend 0', 'lend 0'])
})

test('a client that asks less often than its rate allows is never refused, however large its burst', async () => {
  const { take, wait } = open({ burst: 800, perSecond: 2 })
  for (let second = 0; second < 300; second += 1) {
    wait(leaseMs)
    expect([await take(0), await take(1)]).toEqual([undefined, undefined])
  }
})

test('costly work is charged at once, and refused while the client is in debt for it', async () => {
  const { counts, take } = open()
  expect(await take(0)).toBeUndefined()
  expect(counts[0]?.charge(ANN, 2_000)).toBeUndefined()
  expect(counts[0]?.charge(ANN, 1)).toMatchObject({ error: { extensions: { code: 'RATE_LIMITED' } } })
  expect(await take(1)).toBeGreaterThan(80)
})

test('a client is refused for a second while the lender does not respond', async () => {
  let asked = 0
  const counts = openLentClientCounts(
    { rate: { perSecond: 10, burst: 10 }, operationsMax: 1, subscriptionsMax: 1 },
    { charge: () => undefined, lend: () => Promise.reject(new Error(`no reply to question ${++asked}`)) },
    () => 0,
  )
  expect(await counts.takeToken(ANN)).toMatchObject({ retryAfterSeconds: 1 })
  expect(await counts.takeToken(ANN)).toMatchObject({ retryAfterSeconds: 1 })
  expect(asked).toBe(1)
})
