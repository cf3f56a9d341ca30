import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { registeredTransfersMigration } from './migrations/0012-registered-transfers.ts'
import { migrations } from './migrations.ts'

it('the migration that locks transfers does not read them', async () => {
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0012'))
  await using database = await openTestDatabase(before)
  await database.db.transaction().execute(async (tx) => {
    // Counters of this session, which earlier statements may have increased.
    const scans = sql`select seq_scan, idx_scan from pg_stat_xact_user_tables where relname = 'transfers'`
    const { rows } = await scans.execute(tx)
    await registeredTransfersMigration.up(tx)
    expect((await scans.execute(tx)).rows).toEqual(rows)
  })
})

it('no index calls a function that PostgreSQL would plan anew for each statement', async () => {
  await using database = await openTestDatabase(migrations, { template: 'trpd' })
  // A strict SQL function is not inlined, unless its body is strict too.
  const { rows } = await database.pool.query(`
    select distinct proname as name from pg_depend
    join pg_index on indexrelid = objid join pg_proc on pg_proc.oid = refobjid
    join pg_language on pg_language.oid = prolang
    where classid = 'pg_class'::regclass and refclassid = 'pg_proc'::regclass and lanname = 'sql'
      and proisstrict and pronamespace = 'public'::regnamespace`)
  expect(rows).toEqual([])
})
