import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { asOneOperation, outageOf } from './database-outage.ts'
import type { Migration } from './migrate.ts'
import { terminateConnections } from './testing/terminate-connections.ts'
import { openTestDatabase } from './testing/test-database.ts'

interface Tables {
  note: { id: number }
}

const createNote: Migration = {
  async up(db) {
    await sql`create table note (id integer primary key)`.execute(db)
  },
}
const open = (options: { poolMax?: number; statementTimeoutMs?: number } = {}) =>
  openTestDatabase<Tables>({ '0001-note': createNote }, options)

/** The error of `action`: the outcome of an outage, or the message of any other error. */
async function failureOf(action: Promise<unknown>): Promise<string> {
  const error = await action.then(
    () => new Error('nothing was thrown'),
    (thrown: unknown) => thrown,
  )
  return outageOf(error)?.outcome ?? (error instanceof Error ? error.message : String(error))
}

const raise = ({ db }: Database<Tables>, state: string, message = 'as if') =>
  sql`do ${sql.raw(`$$ begin raise sqlstate '${state}' using message = '${message}'; end $$`)}`.execute(db)

describe('an outage', () => {
  test.each(['57P01', '57P02', '57P03', '53300', '53100', '08006', '58030', '25006', '3D000'])(
    'a statement that fails with SQLSTATE %s throws an outage',
    async (state) => {
      await using database = await open()
      expect(await failureOf(raise(database, state))).toBe('NOTHING_STORED')
    },
  )

  test.each(['23505', '22012', '42P01', '40001', '57014', '55000'])(
    'a statement that fails with SQLSTATE %s does not throw an outage',
    async (state) => {
      await using database = await open()
      expect(await failureOf(raise(database, state))).toBe('as if')
    },
  )

  test('a server without a free connection slot is an outage, and is logged once', async () => {
    const lines: string[] = []
    const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
    await using database = await openTestDatabase<Tables>({ '0001-note': createNote }, { logger })
    const name = new URL(database.url).pathname.slice(1)
    await sql`alter database ${sql.id(name)} connection limit 0`.execute(database.db)
    const { db } = database.reserve('refused', 1)
    for (const _attempt of [1, 2]) expect(await failureOf(sql`select 1`.execute(db))).toBe('NOTHING_STORED')
    expect(lines).toEqual([expect.stringContaining('PostgreSQL has no slot for another connection')])
    await sql`alter database ${sql.id(name)} connection limit -1`.execute(database.db)
    await sql`select 1`.execute(db)
  })

  test('a lost connection is an outage, in a statement and in a transaction', async () => {
    await using database = await open()
    const sleeping = failureOf(sql`select pg_sleep(60)`.execute(database.db))
    const writing = failureOf(
      database.db.transaction().execute(async (tx) => {
        await tx.insertInto('note').values({ id: 1 }).execute()
        await sql`select pg_sleep(60)`.execute(tx)
      }),
    )
    const busy = async () => {
      const { rows } = await database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
      )
      return rows.length
    }
    await expect.poll(busy).toBe(2)
    await terminateConnections(database.url)
    expect([await sleeping, await writing]).toEqual(['NOTHING_STORED', 'NOTHING_STORED'])
    // The pool may still contain an idle connection that was terminated.
    const stored = () => database.db.selectFrom('note').selectAll().execute()
    await expect.poll(() => stored().catch(String)).toEqual([])
  })

  test('an outage has an unknown outcome when the connection is lost before the commit is confirmed', async () => {
    await using database = await open()
    await sql`
      create function end_session() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(60); return null; end $$`.execute(
      database.db,
    )
    await sql`
      create constraint trigger note_end after insert on note deferrable initially deferred
      for each row execute function end_session()`.execute(database.db)
    const writing = database.db.transaction().execute((tx) => tx.insertInto('note').values({ id: 1 }).execute())
    expect(await failureOf(writing)).toBe('UNKNOWN')
  })

  test('an outage has an unknown outcome in an operation that has already stored something', async () => {
    await using database = await open()
    const write = () => database.db.transaction().execute((tx) => tx.insertInto('note').values({ id: 1 }).execute())
    const written = asOneOperation(async () => {
      await write()
      await raise(database, '57P01')
    })
    expect(await failureOf(written)).toBe('UNKNOWN')
    expect(await failureOf(asOneOperation(() => raise(database, '57P01')))).toBe('NOTHING_STORED')
  })

  test('a statement timeout and a pool without a free connection are outages', async () => {
    await using database = await open({ poolMax: 1, statementTimeoutMs: 100 })
    expect(await failureOf(sql`select pg_sleep(60)`.execute(database.db))).toBe('NOTHING_STORED')
    const client = await database.pool.connect()
    try {
      expect(await failureOf(sql`select 1`.execute(database.db))).toBe('NOTHING_STORED')
    } finally {
      client.release()
    }
  })

  test('a database that accepts no connections or is missing is an outage until it is back', async () => {
    await using database = await open()
    await using other = await openDatabase<Tables>({
      url: database.url,
      migrations: { '0001-note': createNote },
      applicationName: 'other',
    })
    const name = decodeURIComponent(new URL(database.url).pathname.slice(1))
    await using maintenance = await open()
    await sql`alter database ${sql.id(name)} allow_connections false`.execute(maintenance.db)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`.execute(maintenance.db)
    await expect.poll(() => failureOf(sql`select 1`.execute(other.db))).toBe('NOTHING_STORED')
    await sql`alter database ${sql.id(name)} allow_connections true`.execute(maintenance.db)
    await expect.poll(() => failureOf(sql`select 1`.execute(other.db))).toBe('nothing was thrown')
  })
})
