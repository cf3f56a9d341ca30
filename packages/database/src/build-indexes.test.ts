import { captureLog } from '@travel-rule/service/testing/capture-log'
import pg from 'pg'
import type { Logger } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openDatabase } from './database.ts'
import type { Migration } from './migrate.ts'
import { createTestDatabase } from './testing/test-database.ts'

const applicationName = 'build-indexes-test'
const books: Migration = {
  async up(db) {
    await db.schema.createTable('book').addColumn('title', 'text').addColumn('price', 'integer').execute()
    await db.schema.createIndex('book_price').on('book').column('price').execute()
  },
}
const indexed: Migration = {
  expands: true,
  up: async () => {},
  indexes: { book_title: 'on book (title)', book_price: null },
}
const migrations = { '0001_books': books, '0002_indexes': indexed }

const stack = new AsyncDisposableStack()
let url: string
let client: pg.Client

beforeAll(async () => {
  url = await createTestDatabase(stack)
  client = new pg.Client({ connectionString: url, query_timeout: 60_000 })
  await client.connect()
  stack.defer(() => client.end())
})
afterAll(() => stack.disposeAsync())
beforeEach(async () => {
  await client.query('drop schema public cascade; create schema public')
})

/** Opens the database as a service that starts. */
async function start(logger?: Logger): Promise<void> {
  await using _ = await openDatabase({ url, migrations, applicationName, ...(logger && { logger }) })
}

async function indexes(): Promise<unknown> {
  const { rows } = await client.query(
    `select relname as name, indisvalid as valid from pg_index join pg_class on indexrelid = pg_class.oid
     where indrelid = 'book'::regclass order by relname`,
  )
  return rows
}

it('several processes that start together build each missing index once, and drop the replaced index', async () => {
  await Promise.all(Array.from({ length: 4 }, start))
  expect(await indexes()).toEqual([{ name: 'book_title', valid: true }])
})

it('an index is built while a transaction with writes is open and others write', async () => {
  await using stall = await stallBuild()
  await client.query(`insert into book values ('Emma', 2)`)
  await stall.end()
  await stall.starting
  expect(await indexes()).toEqual([{ name: 'book_title', valid: true }])
})

it('a unique index is built on a table in use', async () => {
  await using _older = await openDatabase({ url, migrations: { '0001_books': books }, applicationName })
  const unique: Migration = { expands: true, up: async () => {}, indexes: { book_once: 'unique on book (title)' } }
  await using _ = await openDatabase({
    url,
    migrations: { '0001_books': books, '0002_unique': unique },
    applicationName,
  })
  await client.query(`insert into book values ('Emma', 1)`)
  await expect(client.query(`insert into book values ('Emma', 2)`)).rejects.toMatchObject({ code: '23505' })
})

it('a start that waits for a transaction, or for another process that builds, logs this', async () => {
  const [builder, waiter] = [captureLog(), captureLog()]
  await using stall = await stallBuild(builder.logger)
  expect(builder.text()).toContain('which waits for transactions that began before')
  const second = start(waiter.logger)
  await vi.waitFor(() => expect(waiter.text()).toContain('waiting for another process'), { timeout: 180_000 })
  await stall.end()
  await Promise.all([stall.starting, second])
})

it('an index that a killed process left unfinished is built again', async () => {
  await using stall = await stallBuild()
  const refused = expect(stall.starting).rejects.toThrow()
  await client.query('select pg_terminate_backend($1)', [stall.pid])
  await refused
  await stall.end()
  expect(await indexes()).toContainEqual({ name: 'book_title', valid: false })
  await start()
  expect(await indexes()).toEqual([{ name: 'book_title', valid: true }])
})

/** A start that builds an index and waits for a transaction until `end`; `pid` is its backend. */
async function stallBuild(logger?: Logger) {
  const older = await openDatabase({ url, migrations: { '0001_books': books }, applicationName })
  const writer = await older.pool.connect()
  await writer.query('begin')
  await writer.query(`insert into book values ('Ulysses', 1)`)
  const starting = start(logger)
  const building = `select pid from pg_stat_progress_create_index where relid = 'book'::regclass and phase like 'waiting%'`
  for (const until = Date.now() + 60_000; ; ) {
    const { rows } = await client.query(building)
    if (rows.length > 0) {
      const end = () => writer.query('commit')
      const dispose = async () => {
        writer.release()
        await older[Symbol.asyncDispose]()
      }
      return { starting, pid: rows[0].pid, end, [Symbol.asyncDispose]: dispose }
    }
    if (Date.now() > until) throw new Error('the index is not being built')
  }
}
