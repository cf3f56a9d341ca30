import { readFile } from 'node:fs/promises'
import { differencesFrom } from '@travel-rule/database/testing/table-differences'
import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import { expect, it } from 'vitest'
import { migrations } from './migrations.ts'

it('the declared tables of trpd agree with its migrated database', async () => {
  await using database = await openTestDatabase(migrations, { template: 'trpd' })
  const files = ['./tables.ts', '../../vasps/domain/vasp.ts']
  const sources = await Promise.all(files.map((file) => readFile(new URL(file, import.meta.url), 'utf8')))
  expect(await differencesFrom(database.pool, sources.join('\n'))).toEqual([])
})
