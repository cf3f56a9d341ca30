import { pino } from 'pino'
import { expect, test } from 'vitest'
import { JOB_COLUMNS, JOB_SCHEMA } from './job-table.ts'
import { openJobs } from './jobs.ts'
import { openTestDatabase } from './testing/test-database.ts'

test("pg-boss's job table has the columns and states that releasing a job relies on", async () => {
  await using database = await openTestDatabase({})
  await using _jobs = await openJobs({ database, logger: pino({ level: 'silent' }), queues: {} })
  const changed = 'this version of pg-boss has another job table: adapt packages/database/src/job-table.ts'
  const columns = await database.pool.query(
    'select column_name, data_type from information_schema.columns where table_schema = $1 and table_name = $2',
    [JOB_SCHEMA, 'job'],
  )
  const types = Object.fromEntries(columns.rows.map(({ column_name, data_type }) => [column_name, data_type]))
  expect(types, changed).toMatchObject(JOB_COLUMNS)
  const states = await database.pool.query(`select unnest(enum_range(null::${JOB_SCHEMA}.job_state))::text as state`)
  expect(
    states.rows.map(({ state }) => state),
    changed,
  ).toEqual(expect.arrayContaining(['retry', 'active']))
})
