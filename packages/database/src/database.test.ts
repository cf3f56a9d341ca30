import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openEmbeddedCluster } from '@travel-rule/embedded-postgres/embedded-cluster'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { describe, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { terminateConnections } from './testing/terminate-connections.ts'
import { createTestDatabase, openTestDatabase } from './testing/test-database.ts'

interface Tables {
  book: { id: bigint; ids: bigint[]; price: string; day: string }
}

const applicationName = 'database-test'
const books: Migration = {
  async up(db) {
    await sql`create table book (id bigint, ids bigint[], price numeric, day date)`.execute(db)
  },
}

describe('columns', () => {
  test('columns are read without loss: bigint as bigint, numeric and date as strings', async () => {
    await using database = await openTestDatabase<Tables>({ '0001_books': books })
    const book = {
      id: 9_007_199_254_740_993n,
      ids: [1n, -9_223_372_036_854_775_808n],
      price: '0.10000000000000000001',
      day: '2026-03-29',
    }
    await database.db.insertInto('book').values(book).execute()
    expect(await database.db.selectFrom('book').selectAll().execute()).toEqual([book])
    const { count } = await database.db
      .selectFrom('book')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(1n)
    const { rows } = await database.pool.query(`select '{}'::bigint[] as none, '{1,NULL}'::bigint[] as some`)
    expect(rows).toEqual([{ none: [], some: [1n, null] }])
  })
})

describe('limits', () => {
  test('a statement that runs too long is cancelled', async () => {
    await using database = await openTestDatabase({}, { statementTimeoutMs: 1_000 })
    await expect(database.pool.query('select pg_sleep(60)')).rejects.toThrow('statement timeout')
    await database.ping()
  })

  test('an idle transaction is ended after a minute', async () => {
    await using database = await openTestDatabase({})
    const { rows } = await database.pool.query('show idle_in_transaction_session_timeout')
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }])
  })
})

describe('connections', () => {
  test('lost connections, idle or in use, fail only their own work', async () => {
    await using database = await openTestDatabase({})
    const idle = await database.pool.connect()
    const inTransaction = database.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      idle.release()
      await terminateConnections(database.url)
      await sql`select 1`.execute(tx)
    })
    await expect(inTransaction).rejects.toThrow()
    // The pool may not have noticed yet that the idle connection is lost.
    const responds = () =>
      database.ping().then(
        () => true,
        () => false,
      )
    await expect.poll(responds).toBe(true)
  })

  test('disposing a database closes all connections', async () => {
    await using observer = await openTestDatabase({})
    const database = await openDatabase({ url: observer.url, migrations: {}, applicationName })
    await Promise.all(Array.from({ length: 8 }, () => database.ping()))
    await database[Symbol.asyncDispose]()
    await expect
      .poll(async () => {
        const { rows } = await observer.pool.query('select from pg_stat_activity where application_name = $1', [
          applicationName,
        ])
        return rows.length
      })
      .toBe(0)
    await expect(database.ping()).rejects.toThrow()
  })
})

describe('a server', () => {
  test('a server that stays down longer than the timeout is reported', async () => {
    const away = openDatabase({
      url: 'postgres://a:b@localhost/c?host=/nowhere',
      migrations: {},
      applicationName,
      connectTimeoutMs: 300,
    })
    await expect(away).rejects.toThrow('The database cannot be reached: connect ENOENT /nowhere')
  })

  test('a server that refuses the password is not retried', async () => {
    await using stack = new AsyncDisposableStack()
    const url = new URL(await createTestDatabase(stack))
    url.password = 'wrong'
    const refused = openDatabase({ url: url.href, migrations: {}, applicationName, connectTimeoutMs: 60_000 })
    await expect(refused).rejects.toThrow('password authentication failed')
  })

  test('opening a database waits for a server that is still starting', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'pg-late-'))
    try {
      const first = await openEmbeddedCluster({ dataDir, durable: false })
      const url = await first.ensureDatabase('late')
      await first[Symbol.asyncDispose]()
      const opening = openDatabase({ url, migrations: {}, applicationName })
      await using _second = await openEmbeddedCluster({ dataDir, durable: false })
      await using database = await opening
      await database.ping()
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})
