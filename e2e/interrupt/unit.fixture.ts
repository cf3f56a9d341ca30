import { writeFileSync } from 'node:fs'
import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import { expect, test } from 'vitest'

test('a rule that fails before the interruption', () => {
  expect('what is').toBe('what should be')
})

test('an interrupted test of a database', async () => {
  await using database = await openTestDatabase({})
  writeFileSync(`${process.env.INTERRUPT_FOLDER}/unit`, database.applicationName)
  await new Promise(() => {})
})
