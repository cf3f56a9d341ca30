import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import type { Migration } from './migrate.ts'
import { createTestDatabase } from './testing/test-database.ts'

interface Tables {
  book: { id: bigint; ids: bigint[]; price: string; day: string }
}

const applicationName = 'migrate-test'
const books: Migration = {
  async up(db) {
    await sql`create table book (id bigint, ids bigint[], price numeric, day date)`.execute(db)
  },
}
const slowSeed: Migration = {
  async up(db) {
    await sql`select pg_sleep(1.2)`.execute(db)
    await sql`insert into book values (1, '{}', 1, '2026-01-01')`.execute(db)
  },
}
const broken: Migration = {
  async up(db) {
    await sql`insert into book values (2, '{}', 1, '2026-01-01')`.execute(db)
    await sql`select nonsense`.execute(db)
  },
}

const titles: Migration = {
  expands: true,
  async up(db) {
    await sql`alter table book add column title text`.execute(db)
  },
}

describe('migrations', () => {
  test('migrations run once when several replicas start together, even if they exceed the statement timeout', async () => {
    await using stack = new AsyncDisposableStack()
    const url = await createTestDatabase(stack)
    const migrations = { '0001_books': books, '0002_seed': slowSeed }
    const replicas = await Promise.all(
      Array.from({ length: 6 }, () =>
        openDatabase<Tables>({ url, migrations, applicationName, statementTimeoutMs: 1_000 }),
      ),
    )
    for (const replica of replicas) stack.use(replica)
    expect(await replicas[0]?.db.selectFrom('book').select('id').execute()).toEqual([{ id: 1n }])
  })

  test('a migration that fails is named and rolled back, and can be repaired', async () => {
    await using stack = new AsyncDisposableStack()
    const url = await createTestDatabase(stack)
    const failing = openDatabase({ url, migrations: { '0001_books': books, '0002_more': broken }, applicationName })
    await expect(failing).rejects.toThrow(/0002_more.*nonsense/)
    const migrations = { '0001_books': books, '0002_more': slowSeed }
    const repaired = stack.use(await openDatabase<Tables>({ url, migrations, applicationName }))
    expect(await repaired.db.selectFrom('book').select('id').execute()).toEqual([{ id: 1n }])
  })

  test('migrations are ordered by their numbers, regardless of the clocks of the machines that ran them', async () => {
    await using stack = new AsyncDisposableStack()
    const url = await createTestDatabase(stack)
    const first = { '0001_books': books, '0002_titles': titles }
    const database = stack.use(await openDatabase({ url, migrations: first, applicationName }))
    await database.pool.query(
      `update kysely_migration set timestamp = case name when '0001_books' then '2031-01-01T00:00:00.000Z' else '2021-01-01T00:00:00.000Z' end`,
    )
    const seed = { ...titles, up: async () => {} }
    stack.use(await openDatabase({ url, migrations: { ...first, '0003_seed': seed }, applicationName }))
    const late = openDatabase({ url, migrations: { ...first, '0002_zoo': seed, '0003_seed': seed }, applicationName })
    await expect(late).rejects.toThrow('migration 0002_zoo comes before 0003_seed, which has run')
  })

  test('migrations that have run must not be removed', async () => {
    await using stack = new AsyncDisposableStack()
    const url = await createTestDatabase(stack)
    stack.use(await openDatabase({ url, migrations: { '0001_books': books }, applicationName }))
    const older = openDatabase({ url, migrations: { '0001_other': books }, applicationName })
    await expect(older).rejects.toThrow('0001_books')
  })
})

describe('migrations of a newer version', () => {
  const older = { '0001_books': books }

  test('an older version can start, and restart, beside migrations of a newer version that only expand the schema', async () => {
    await using stack = new AsyncDisposableStack()
    const url = await createTestDatabase(stack)
    const newer = { ...older, '0002_titles': titles, '0003_more_titles': { ...titles, up: async () => {} } }
    stack.use(await openDatabase({ url, migrations: older, applicationName }))
    stack.use(await openDatabase({ url, migrations: newer, applicationName }))
    const beside = stack.use(await openDatabase<Tables>({ url, migrations: older, applicationName }))
    await beside.db.insertInto('book').values({ id: 1n, ids: [], price: '1', day: '2026-01-01' }).execute()
    const again = stack.use(await openDatabase({ url, migrations: newer, applicationName }))
    const { rows } = await again.pool.query('select id, title from book')
    expect(rows).toEqual([{ id: 1n, title: null }])
  })

  test('migrations of a newer version that do more stop an older version, which names the first of them', async () => {
    await using stack = new AsyncDisposableStack()
    const url = await createTestDatabase(stack)
    const newer = { ...older, '0002_titles': titles, '0003_seed': slowSeed }
    stack.use(await openDatabase({ url, migrations: newer, applicationName }))
    await expect(openDatabase({ url, migrations: older, applicationName })).rejects.toThrow(
      'The database could not be migrated: Error: migration 0003_seed of a newer version does not allow this version to run beside it',
    )
  })

  test('migrations of a newer version are accepted by older processes that start at the same time', async () => {
    await using stack = new AsyncDisposableStack()
    const url = await createTestDatabase(stack)
    const newer = { ...older, '0002_titles': titles }
    const starts = Array.from({ length: 8 }, (_, index) =>
      openDatabase<Tables>({ url, migrations: index % 2 === 0 ? older : newer, applicationName }),
    )
    for (const database of await Promise.all(starts)) stack.use(database)
  })
})
