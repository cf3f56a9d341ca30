import { expect, test } from 'vitest'
import { listDistinct } from './distinct-values.ts'
import { openTestDatabase } from './testing/test-database.ts'

test('the distinct values of a column are listed in order, without duplicates and nulls', async () => {
  await using database = await openTestDatabase({})
  await database.pool.query('create table item (kind text); create index on item (kind)')
  expect(await listDistinct(database.db, 'item', 'kind')).toEqual([])
  await database.pool.query("insert into item values ('b'), (null), ('a'), ('b'), ('c'), (null), ('a')")
  expect(await listDistinct(database.db, 'item', 'kind')).toEqual(['a', 'b', 'c'])
})
