import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compileOnce } from './compile-once.ts'
import type { Database } from './database.ts'
import { openTestDatabase } from './testing/test-database.ts'

let database: Database<object>
beforeAll(async () => {
  database = await openTestDatabase({})
})
afterAll(() => database[Symbol.asyncDispose]())

it('a statement that is compiled once runs with the values of each execution', async () => {
  let builds = 0
  const statement = compileOnce<{ readonly word: string; readonly bytes: Buffer | null }, object>((slot) => {
    builds += 1
    const word = slot(({ word }) => word)
    const bytes = slot(({ bytes }) => bytes)
    return database.db.selectNoFrom([
      sql`${word}::text || ${'!'} || ${word}::text`.as('words'),
      sql`${bytes}::bytea`.as('bytes'),
    ])
  })
  const run = async (word: string, bytes: Buffer | null) =>
    (await database.db.executeQuery(statement({ word, bytes }))).rows
  expect(await run('a', Buffer.from([1]))).toEqual([{ words: 'a!a', bytes: Buffer.from([1]) }])
  expect(await Promise.all([run('b', null), run('c', Buffer.from([2]))])).toEqual([
    [{ words: 'b!b', bytes: null }],
    [{ words: 'c!c', bytes: Buffer.from([2]) }],
  ])
  expect(builds).toBe(1)
})
