import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import { expect, it } from 'vitest'
import { migrations } from './migrations.ts'
import { SEALED_COLUMNS } from './reseal.ts'
import type { Tables } from './tables.ts'

it('every sealed column of the schema is rotated and counted, with an index that finds what is outdated', async () => {
  await using database = await openTestDatabase<Tables>(migrations, { template: 'trpd' })
  const { rows } = await database.pool.query<{ name: string; indexed: boolean }>(`
    select table_name || '.' || column_name as name, exists (
      select from pg_indexes
      where tablename = table_name and indexdef like '%(sealing_key_id(' || column_name || '))%') as indexed
    from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' and column_name like '%\\_sealed'`)
  const known = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)
  expect(rows.map(({ name }) => name).sort()).toEqual(known.sort())
  expect(rows.filter(({ indexed }) => !indexed)).toEqual([])
})
