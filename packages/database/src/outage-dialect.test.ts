import { type JSONColumnType, sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { jsonOfRows } from './column-names.ts'
import type { Database } from './database.ts'
import { outageOf } from './database-outage.ts'
import type { Migration } from './migrate.ts'
import { committing, deferred, prepared } from './outage-dialect.ts'
import { openTestDatabase } from './testing/test-database.ts'

interface Tables {
  note: { id: number; words: string }
  longNote: { id: number; firstWords: JSONColumnType<{ first_words: string }> }
}
type Tx = Transaction<Tables>

const createNote: Migration = {
  async up(db) {
    await sql`create table note (id integer primary key, words text not null)`.execute(db)
    await sql`create table long_note (id integer primary key, first_words jsonb not null)`.execute(db)
  },
}

let database: Database<Tables>
beforeAll(async () => {
  database = await openTestDatabase<Tables>({ '0001-note': createNote }, { poolMax: 1 })
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(() => database.db.deleteFrom('note').execute())

const insert = (tx: Tx, id: number) => tx.insertInto('note').values({ id, words: 'some' }).execute()
/** Inserts the note `id` as the last statement of a transaction. */
const insertLast = (tx: Tx, id: string) =>
  tx.executeQuery(committing(sql`insert into note values (${id}::text::integer, 'last')`.compile(tx)))
const stored = async () =>
  (await database.db.selectFrom('note').select('id').orderBy('id').execute()).map(({ id }) => id)

/** Runs a transaction and counts its round trips. */
async function counted<Value>(run: (tx: Tx) => Promise<Value>) {
  const client = await database.pool.connect()
  // Each response to a round trip ends with this message.
  const roundTrips = vi.fn()
  const connection = Reflect.get(client, 'connection')
  connection.on('readyForQuery', roundTrips)
  client.release()
  const result = await database.db.transaction().execute(run)
  connection.off('readyForQuery', roundTrips)
  return { result, roundTrips: roundTrips.mock.calls.length }
}

describe('a transaction', () => {
  test('a transaction is sent in one round trip per statement, however it begins and commits', async () => {
    const { roundTrips } = await counted(async (tx) => {
      await insert(tx, 1)
      await insert(tx, 2)
      await insertLast(tx, '3')
    })
    expect(roundTrips).toBe(3)
    expect(await stored()).toEqual([1, 2, 3])
  })

  test('a transaction without statements stores nothing and leaves its connection usable', async () => {
    await database.db.transaction().execute(async () => {})
    await expect(database.db.transaction().execute(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await stored()).toEqual([])
  })

  test('a transaction stores nothing when its first statement, or a later one, fails', async () => {
    const failing = (at: number) =>
      database.db.transaction().execute(async (tx) => {
        if (at > 1) await insert(tx, 1)
        await sql`select 1 / 0`.execute(tx)
      })
    for (const at of [1, 2]) await expect(failing(at)).rejects.toThrow('division by zero')
    expect(await stored()).toEqual([])
  })

  test('a transaction stores nothing when the statement sent with its commit fails', async () => {
    const failing = database.db.transaction().execute(async (tx) => {
      await insert(tx, 1)
      await insertLast(tx, '1')
    })
    await expect(failing).rejects.toThrow('duplicate key')
    expect(await stored()).toEqual([])
  })

  test('a transaction refuses statements after it was committed with its last one', async () => {
    const late = database.db.transaction().execute(async (tx) => {
      await insertLast(tx, '1')
      await insert(tx, 2)
    })
    await expect(late).rejects.toThrow('the transaction is committed')
    expect(await stored()).toEqual([1])
  })

  test('a transaction throws instead of committing if a failed statement was ignored', async () => {
    const ignoring = database.db.transaction().execute(async (tx) => {
      await insert(tx, 1)
      await insert(tx, 1).catch(() => {})
    })
    await expect(ignoring).rejects.toThrow('was rolled back')
    expect(await stored()).toEqual([])
  })

  test('a transaction has an unknown outcome when the connection is lost in the statement sent with its commit', async () => {
    const lost = database.db.transaction().execute(async (tx) => {
      await insert(tx, 1)
      const ending = sql`insert into note select pg_terminate_backend(pg_backend_pid())::integer, ${''}`
      await tx.executeQuery(committing(ending.compile(tx)))
    })
    const error = await lost.catch((thrown: unknown) => thrown)
    expect(outageOf(error)?.outcome).toBe('UNKNOWN')
    await expect.poll(() => stored().catch(String)).toEqual([])
  })

  test('a transaction can have a different isolation level', async () => {
    const level = await database.db
      .transaction()
      .setIsolationLevel('serializable')
      .execute(async (tx) =>
        sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(tx),
      )
    expect(level.rows).toEqual([{ level: 'serializable' }])
  })
})

describe('a deferred statement', () => {
  const insertLater = (tx: Tx, id: number) =>
    tx.executeQuery(deferred(tx.insertInto('note').values({ id, words: 'later' }).compile()))

  test('a deferred statement is sent with the next one, which sees what it stored', async () => {
    const { result, roundTrips } = await counted(async (tx) => {
      for (const id of [1, 2]) await insertLater(tx, id)
      const rows = await tx.selectFrom('note').select('id').orderBy('id').execute()
      await insertLater(tx, 3)
      await insertLast(tx, '4')
      return rows
    })
    expect(roundTrips).toBe(2)
    expect(result).toEqual([{ id: 1 }, { id: 2 }])
    expect(await stored()).toEqual([1, 2, 3, 4])
  })

  test('what a deferred statement returns is not mixed with the rows of the next one', async () => {
    const rows = await database.db.transaction().execute(async (tx) => {
      await tx.executeQuery(deferred(sql`insert into note values (1, 'later') returning words, id`.compile(tx)))
      return (await sql`select 7 as id`.execute(tx)).rows
    })
    expect(rows).toEqual([{ id: 7 }])
  })

  test('the error of a deferred statement is that of the next one, nothing is stored, and both can be repeated', async () => {
    const failing = () =>
      database.db.transaction().execute(async (tx) => {
        for (const id of [1, 1]) await insertLater(tx, id)
        await insertLast(tx, '2')
      })
    for (let times = 0; times < 2; times += 1) await expect(failing()).rejects.toThrow('duplicate key')
    expect(await stored()).toEqual([])
    await database.db.transaction().execute(async (tx) => {
      await insertLater(tx, 1)
      await insertLast(tx, '2')
    })
    expect(await stored()).toEqual([1, 2])
  })

  test('a deferred statement at the end of a transaction is sent with the commit, or fails it', async () => {
    const { roundTrips } = await counted((tx) => insertLater(tx, 1))
    expect(roundTrips).toBe(1)
    expect(await stored()).toEqual([1])
    await expect(database.db.transaction().execute((tx) => insertLater(tx, 1))).rejects.toThrow('duplicate key')
    await database.db.transaction().execute((tx) => insertLater(tx, 2))
    expect(await stored()).toEqual([1, 2])
  })

  test('a rollback drops it, also to a savepoint after an error', async () => {
    const refused = database.db.transaction().execute(async (tx) => {
      await insertLater(tx, 1)
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    await database.db.transaction().execute(async (tx) => {
      await insertLater(tx, 2)
      await sql`savepoint part`.execute(tx)
      await expect(insert(tx, 2)).rejects.toThrow('duplicate key')
      await insertLater(tx, 3)
      await sql`rollback to savepoint part`.execute(tx)
      await insertLater(tx, 4)
    })
    expect(await stored()).toEqual([2, 4])
  })

  test('a value that cannot be encoded fails at once, and nothing is stored', async () => {
    const unreadable = {
      toPostgres() {
        throw new Error('unreadable')
      },
    }
    for (const last of [false, true]) {
      const failing = database.db.transaction().execute(async (tx) => {
        await insertLater(tx, 1)
        const query = sql`insert into note values (2, ${unreadable})`.compile(tx)
        await tx.executeQuery(last ? committing(query) : deferred(query))
      })
      await expect(failing).rejects.toThrow('unreadable')
    }
    expect(await stored()).toEqual([])
  })
})

describe('a prepared statement', () => {
  const kept = async (tx: Tx | Database<Tables>['db']) => {
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(tx)
    return rows.map(({ statement }) => statement)
  }

  test('a statement of a transaction is prepared if its columns cannot change', async () => {
    const statements = await database.db.transaction().execute(async (tx) => {
      for (const id of [1, 2]) await sql`insert into note values (${id}, 'prepared')`.execute(tx)
      await sql`select * from note where words = 'unprepared'`.execute(tx)
      await sql`select count(*) from note where words = 'counted'`.execute(tx)
      return await kept(tx)
    })
    expect(statements.filter((each) => each.includes('prepared'))).toEqual([
      expect.stringContaining("values ($1, 'prepared')"),
      expect.stringContaining('pg_prepared_statements'),
    ])
    expect(statements).toContainEqual(expect.stringContaining('counted'))
  })

  test('a statement outside a transaction is prepared only if marked, with the same result', async () => {
    const { db } = database
    await db.insertInto('note').values({ id: 1, words: 'some' }).execute()
    const query = db.selectFrom('note').select('words').where('id', '=', 1)
    const unmarked = db.selectFrom('note').select('id').where('words', '=', 'some')
    for (let times = 0; times < 2; times += 1) {
      expect((await db.executeQuery(prepared(query.compile()))).rows).toEqual([{ words: 'some' }])
      expect(await unmarked.execute()).toEqual([{ id: 1 }])
    }
    const statements = await kept(db)
    expect(statements).toContain(query.compile().sql)
    expect(statements).not.toContain(unmarked.compile().sql)
  })

  test('a prepared statement survives a migration of another process that adds a column', async () => {
    const read = (tx: Tx) => tx.selectFrom('note').selectAll().execute()
    const write = (tx: Tx, id: number) => tx.insertInto('note').values({ id, words: 'w' }).returningAll().execute()
    await database.db.transaction().execute(async (tx) => [await write(tx, 1), await read(tx)])
    await database.pool.query('alter table note add column added integer')
    await database.db.transaction().execute(async (tx) => [await write(tx, 2), await read(tx)])
    await database.pool.query('alter table note drop column added')
    expect(await stored()).toEqual([1, 2])
  })

  test('a prepared statement that could not be parsed at first works once it can, as the first of a transaction or later', async () => {
    const read = (first: boolean) =>
      database.db.transaction().execute(async (tx) => {
        if (!first) await insert(tx, 1)
        return await sql`select word from missing`.execute(tx)
      })
    for (const first of [true, false, true]) await expect(read(first)).rejects.toThrow('"missing" does not exist')
    await database.pool.query(`create table missing as select 'there' as word`)
    for (const first of [true, false]) expect((await read(first)).rows).toEqual([{ word: 'there' }])
    await database.pool.query('drop table missing')
  })
})

describe('names in snake_case in the database', () => {
  const firstWords = { first_words: 'Once upon' }
  const row = { id: 1, firstWords }
  const query = (db: typeof database.db) => db.selectFrom('longNote').select(['id', 'longNote.firstWords'])

  test('columns and tables have names in camelCase in code and in results, but keys inside JSON keep theirs', async () => {
    const { db } = database
    await db
      .insertInto('longNote')
      .values({ id: 1, firstWords: JSON.stringify(firstWords) })
      .execute()
    expect(await query(db).execute()).toEqual([row])
    expect((await db.executeQuery(prepared(query(db).compile()))).rows).toEqual([row])
    expect(await db.transaction().execute((tx) => query(tx).execute())).toEqual([row])
    const { rows } = await sql`select *, id as "asIs", 1 as and_one from long_note`.execute(db)
    expect(rows).toEqual([{ ...row, asIs: 1, andOne: 1 }])
  })

  test('rows that PostgreSQL reads as JSON have the names in the database', () => {
    expect(JSON.parse(jsonOfRows([row]))).toEqual([{ id: 1, first_words: firstWords }])
  })
})
