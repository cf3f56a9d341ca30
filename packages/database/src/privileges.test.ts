import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type EmbeddedCluster, openEmbeddedCluster } from '@travel-rule/embedded-postgres/embedded-cluster'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import type { Migration } from './migrate.ts'

let folder: string
let cluster: EmbeddedCluster
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'privileges-'))
  cluster = await openEmbeddedCluster({ dataDir: path.join(folder, 'cluster'), durable: false })
})
afterAll(async () => {
  await cluster?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const applicationName = 'privileges-test'
const log: Migration = {
  async up(db) {
    await sql`create table log (id bigint generated always as identity primary key, line text)`.execute(db)
    await sql`create table note (id bigint, line text)`.execute(db)
  },
}
const draft: Migration = {
  expands: true,
  async up(db) {
    await sql`create table draft (id bigint)`.execute(db)
  },
}
const migrations = { '0001-log': log }
const privileges = { log: ['SELECT', 'INSERT'] } as const

const open = (urls: { url: string; ownerUrl: string }, more: Partial<Parameters<typeof openDatabase>[0]> = {}) =>
  openDatabase({ url: urls.url, migrationUrl: urls.ownerUrl, migrations, privileges, applicationName, ...more })

describe('a database that another role owns', () => {
  test("the service's role can only insert into and read tables that it may not change", async () => {
    const urls = await cluster.ensureSharedDatabase('narrow')
    await using database = await open(urls)
    await database.pool.query(`insert into log (line) values ('a')`)
    await database.pool.query(`insert into note values (1, 'a')`)
    await database.pool.query(`update note set line = 'b'`)
    expect((await database.pool.query('select line from log')).rows).toEqual([{ line: 'a' }])
    for (const statement of [
      `update log set line = 'b'`,
      'delete from log',
      'truncate log',
      'alter table log disable trigger all',
      'drop table log',
      'create table other (id int)',
      'delete from kysely_migration',
      'truncate note',
      'set role narrow_owner',
    ]) {
      await expect(database.pool.query(statement), statement).rejects.toThrow(/permission denied|must be owner/)
    }
  })

  test('tables that an older version does not know keep the rights that the newer version granted', async () => {
    const urls = await cluster.ensureSharedDatabase('wide')
    await using newer = await open(urls, {
      migrations: { ...migrations, '0002-draft': draft },
      privileges: { ...privileges, draft: ['SELECT'] },
    })
    await using older = await open(urls)
    for (const database of [newer, older]) {
      await expect(database.pool.query('insert into draft values (1)')).rejects.toThrow('permission denied')
      await database.pool.query('select from draft')
    }
  })

  test('several processes open the database at the same time, without its owner when nothing is pending', async () => {
    const urls = await cluster.ensureSharedDatabase('busy')
    const databases = await Promise.all(Array.from({ length: 5 }, () => open(urls)))
    for (const database of databases) await database[Symbol.asyncDispose]()
    await using alone = await openDatabase({ url: urls.url, migrations, privileges, applicationName })
    await alone.pool.query(`insert into log (line) values ('a')`)
    const pending = { ...migrations, '0002-draft': draft }
    await expect(openDatabase({ url: urls.url, migrations: pending, applicationName })).rejects.toThrow(
      /0002-draft.*permission denied/,
    )
  })

  test('a role that owned the database hands it over with its rows', async () => {
    const url = await cluster.ensureDatabase('moved')
    await using before = await openDatabase({ url, migrations, applicationName })
    await before.pool.query(`insert into log (line) values ('a')`)
    const urls = await cluster.ensureSharedDatabase('moved')
    expect(urls.url).toBe(url)
    await using after = await open(urls)
    expect((await after.pool.query('select line from log')).rows).toEqual([{ line: 'a' }])
    await expect(after.pool.query('delete from log')).rejects.toThrow('permission denied')
    expect(await cluster.ensureSharedDatabase('moved')).toEqual(urls)
    const client = new pg.Client({ connectionString: urls.ownerUrl })
    await client.connect()
    expect((await client.query('select line from log')).rows).toEqual([{ line: 'a' }])
    await client.end()
  })
})
