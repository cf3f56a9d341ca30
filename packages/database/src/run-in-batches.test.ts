import { expect, it } from 'vitest'
import { DatabaseOutage } from './database-outage.ts'
import { runInBatches } from './run-in-batches.ts'

/** Exceeds the number of records in one run. */
const BROKEN = 2_010

it('any number of failing records do not prevent later ones from being processed, and are tried again', async () => {
  const open = new Set(Array.from({ length: BROKEN + 1 }, (_, index) => index))
  let isBroken = true
  const run = work(open, (items) => {
    if (isBroken && items.some((item) => item < BROKEN)) throw new Error('a broken row')
  })
  await expect(run()).rejects.toThrow('2000 rows failed: 0, 1, ')
  await expect(run()).rejects.toThrow('10 rows failed: 2000, 2001, ')
  expect(open.size).toBe(BROKEN)
  isBroken = false
  await run()
  expect(open.size).toBe(BROKEN - 2_000)
  await run()
  expect(open.size).toBe(0)
})

it('records are processed in one transaction, and one by one when one of them fails', async () => {
  const open = new Set(Array.from({ length: 150 }, (_, index) => index))
  const transactions: number[] = []
  const run = work(open, (items) => {
    transactions.push(items.length)
    if (items.includes(120)) throw new Error('a broken row')
  })
  await expect(run()).rejects.toThrow('1 rows failed: 120')
  expect(transactions).toEqual([100, 50, ...Array.from({ length: 50 }, () => 1)])
  expect([...open]).toEqual([120])
})

it('while the database is down, the run ends immediately', async () => {
  const open = new Set([1, 2, 3])
  let transactions = 0
  const run = work(open, () => {
    transactions += 1
    throw new DatabaseOutage('NOTHING_STORED', new Error('the connection was refused'))
  })
  await expect(run()).rejects.toThrow(DatabaseOutage)
  expect(transactions).toBe(1)
})

/** Background work on numbers; those in `open` are to be processed. */
function work(open: Set<number>, transaction: (items: readonly number[]) => void): () => Promise<void> {
  const db = {}
  return () =>
    runInBatches<{ readonly id: string }>(db, {
      name: 'numbers',
      failure: 'rows failed',
      list: async ({ max, after }) =>
        [...open]
          .filter((item) => item > Number(after?.id ?? -1))
          .slice(0, max)
          .map((item) => ({ id: String(item) })),
      async run(items) {
        const numbers = items.map(({ id }) => Number(id))
        transaction(numbers)
        for (const item of numbers) open.delete(item)
      },
    })
}
