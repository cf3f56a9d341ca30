import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, open, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openEmbeddedCluster } from '@travel-rule/embedded-postgres/embedded-cluster'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import { outageOf } from './database-outage.ts'
import { openTestDatabase } from './testing/test-database.ts'

const FULL = 'the disk of the database is full'
const applicationName = 'write-check-test'

/** A database of an ordinary role, on a server whose files are in `parent`. */
async function openOn(parent: string) {
  const stack = new AsyncDisposableStack()
  onTestFinished(() => stack.disposeAsync())
  const folder = await mkdtemp(path.join(parent, 'disk-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const cluster = stack.use(await openEmbeddedCluster({ dataDir: folder, durable: false }))
  const url = await cluster.ensureDatabase('things')
  const database = stack.use(await openDatabase({ url, migrations: {}, applicationName, poolMax: 1 }))
  await sql`create table thing (bytes bytea)`.execute(database.db)
  return { folder, cluster, database }
}

const insert = ({ db }: Database<unknown>) =>
  sql`insert into thing select string_agg(sha512(n::text::bytea), '') from generate_series(1, 10000) as n`.execute(db)

test('a database on a full disk cannot write until there is space again, and the check fails when it is unreachable', async () => {
  const { folder, cluster, database } = await openOn(tmpdir())
  expect(await database.check()).toBeUndefined()
  const temporary = path.join(folder, 'data', 'base', 'pgsql_tmp')
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)
  // Every write to this device fails like on a full disk.
  const links = Array.from({ length: 1_000 }, (_, file) => path.join(temporary, `pgsql_tmp${rows[0]?.pid}.${file}`))
  await Promise.all(links.map((link) => symlink('/dev/full', link)))
  await expect.poll(() => database.check()).toBe(FULL)
  await database.ping()
  await Promise.all(links.map((link) => rm(link, { force: true })))
  await expect.poll(() => database.check()).toBeUndefined()
  await cluster[Symbol.asyncDispose]()
  await expect(database.check()).rejects.toThrow()
})

test('a database that is read-only cannot write', async () => {
  await using writable = await openTestDatabase({})
  const readOnly = new URL(writable.url)
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on')
  await using database = await openDatabase({ url: readOnly.href, migrations: {}, migrates: false, applicationName })
  expect(await database.check()).toBe('the database is read-only')
})

test.skipIf(!mayMount())(
  'a database whose file system is full refuses rows, and the check reports the reason',
  async () => {
    const { parent, fill } = await mountSmallDisk()
    const { database } = await openOn(parent)
    await insert(database)
    expect(await database.check()).toBeUndefined()
    const filler = await fill()
    const refused = async () => outageOf(await insert(database).catch((error) => error))?.message
    await expect.poll(refused).toContain('No space left on device')
    await expect.poll(() => database.check()).toBe(FULL)
    await rm(filler)
    await expect.poll(() => database.check()).toBeUndefined()
    await insert(database)
  },
)

/** Only root may mount; for other users, the test with the device above runs. */
function mayMount(): boolean {
  return process.platform === 'linux' && spawnSync('unshare', ['--mount', 'true']).status === 0
}

/** An in-memory file system that `fill` fills to the last byte with one file. */
async function mountSmallDisk() {
  const parent = await mkdtemp(path.join(tmpdir(), 'small-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=711', 'small-disk', parent])
  onTestFinished(async () => {
    execFileSync('umount', ['--lazy', parent])
    await rm(parent, { recursive: true })
  })
  return {
    parent,
    async fill(): Promise<string> {
      const filler = path.join(parent, 'filler')
      await using file = await open(filler, 'w')
      const chunk = Buffer.alloc(1_000_000)
      for (let size = chunk.length; size >= 1; ) {
        const { bytesWritten } = await file.write(chunk, 0, size).catch(() => ({ bytesWritten: 0 }))
        if (bytesWritten < size) size = Math.floor(size / 2)
      }
      return filler
    },
  }
}
