import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openEmbeddedCluster } from '@travel-rule/embedded-postgres/embedded-cluster'
import { freezeCluster } from '@travel-rule/embedded-postgres/testing/freeze-cluster'
import { sql, type Transaction } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { outageOf } from './database-outage.ts'

interface Tables {
  note: { id: number }
}

let stack: AsyncDisposableStack
let database: Database<Tables>
let freeze: () => () => void
beforeEach(async () => {
  stack = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(tmpdir(), 'silence-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const cluster = stack.use(await openEmbeddedCluster({ dataDir: path.join(folder, 'cluster'), durable: false }))
  const url = await cluster.ensureDatabase('notes')
  database = stack.use(await openDatabase<Tables>({ url, migrations: {}, applicationName: 'silence-test' }))
  await sql`create table note (id integer primary key)`.execute(database.db)
  freeze = () => {
    const thaw = freezeCluster(cluster.pid)
    stack.defer(thaw)
    return thaw
  }
})
afterEach(() => stack.disposeAsync())

const insert = (db: Database<Tables>['db'], id: number) => db.insertInto('note').values({ id }).execute()
async function outcomeOf(action: Promise<unknown>): Promise<string> {
  return await action.then(
    () => 'done',
    (error: unknown) => outageOf(error)?.outcome ?? String(error),
  )
}

describe('a server that hangs without closing its connections', () => {
  test('a server that hangs fails waiting statements, with their outcome, and refuses new ones until it responds', async () => {
    const { db } = database
    const isFrozen = Promise.withResolvers<void>()
    async function begin(id: number, last: (tx: Transaction<Tables>) => Promise<unknown>) {
      const hasInserted = Promise.withResolvers<void>()
      const transaction = db.transaction().execute(async (tx) => {
        await insert(tx, id)
        hasInserted.resolve()
        await isFrozen.promise
        await last(tx)
      })
      await hasInserted.promise
      return { outcome: outcomeOf(transaction) }
    }
    const inside = await begin(1, (tx) => insert(tx, 10))
    const committing = await begin(2, async () => {})
    // Idle connections, over which the next two statements are sent.
    await Promise.all([sql`select 1`.execute(db), sql`select 1`.execute(db)])
    const thaw = freeze()
    isFrozen.resolve()
    const alone = outcomeOf(insert(db, 3))
    const reading = outcomeOf(db.selectFrom('note').selectAll().execute())
    expect(await Promise.all([inside.outcome, committing.outcome, alone, reading])).toEqual([
      'NOTHING_STORED',
      'UNKNOWN',
      'UNKNOWN',
      'NOTHING_STORED',
    ])
    expect(await outcomeOf(db.transaction().execute((tx) => insert(tx, 4)))).toBe('NOTHING_STORED')
    await expect(database.ping()).rejects.toThrow('does not respond')

    thaw()
    await expect.poll(() => outcomeOf(insert(db, 5))).toBe('done')
    const stored = (await db.selectFrom('note').selectAll().execute()).map(({ id }) => id)
    expect(stored.filter((id) => [1, 4, 10].includes(id))).toEqual([])
  })

  test('a statement that takes long is not mistaken for a server that hangs', async () => {
    const slow = await sql<{ done: boolean }>`select pg_sleep(6) is not null as done`.execute(database.db)
    expect(slow.rows).toEqual([{ done: true }])
  })
})
