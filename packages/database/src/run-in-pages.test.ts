import { expect, test } from 'vitest'
import { runInPages } from './run-in-pages.ts'
import { openTestDatabase } from './testing/test-database.ts'

test('a run ended by its deadline is continued by the next one, and the run after the last row starts again', async () => {
  await using database = await openTestDatabase({})
  await using other = await openTestDatabase({})
  const read: (string | undefined)[] = []
  // Three pages of rows that cannot be processed, so that the next round finds them again.
  const page = async (_tx: unknown, after: string | undefined) => {
    read.push(after)
    const next = after === undefined ? 'first' : after === 'first' ? 'second' : undefined
    return { done: 0, next }
  }
  const options = { name: 'broken rows', deadlineMs: 0 }
  for (let run = 0; run < 4; run += 1) await runInPages(database, options, page)
  expect(read.splice(0)).toEqual([undefined, 'first', 'second', undefined])
  await runInPages(database, { ...options, name: 'other rows' }, page)
  await runInPages(other, options, page)
  expect(read.splice(0)).toEqual([undefined, undefined])
  await runInPages(database, { ...options, deadlineMs: Number.POSITIVE_INFINITY }, page)
  expect(read).toEqual(['first', 'second'])
})

test('a page that fails is read again by the next run', async () => {
  await using database = await openTestDatabase({})
  const read: (number | undefined)[] = []
  const page = async (_tx: unknown, after: number | undefined) => {
    read.push(after)
    if (read.length === 2) throw new Error('the connection was lost')
    return { done: 1, next: (after ?? 0) + 1 }
  }
  const options = { name: 'rows', deadlineMs: 0 }
  await runInPages(database, options, page)
  await expect(runInPages(database, options, page)).rejects.toThrow('the connection was lost')
  await runInPages(database, options, page)
  expect(read).toEqual([undefined, 1, 1])
})
