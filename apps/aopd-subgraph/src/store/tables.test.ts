import { readFile } from 'node:fs/promises'
import { differencesFrom } from '@travel-rule/database/testing/table-differences'
import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import { expect, it } from 'vitest'
import { migrations } from './migrations.ts'

it('the declared tables of aopd agree with its migrated database', async () => {
  await using database = await openTestDatabase(migrations, { template: 'aopd' })
  const source = await readFile(new URL('./tables.ts', import.meta.url), 'utf8')
  expect(await differencesFrom(database.pool, source)).toEqual([])
})
