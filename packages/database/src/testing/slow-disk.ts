import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type EmbeddedCluster, openEmbeddedCluster } from '@travel-rule/embedded-postgres/embedded-cluster'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { expect } from 'vitest'

/** With replication, a commit can be made to wait for a standby, as for a slow disk. */
const SETTINGS = { synchronous_commit: 'on', wal_level: 'replica', max_wal_senders: '1' }
/** How long a probe waits before the disk counts as stopped, in milliseconds. */
const PROBE_MS = 200

/** A database whose commits become durable only while its disk runs. */
export interface SlowDiskDatabase extends AsyncDisposable {
  readonly cluster: EmbeddedCluster
  readonly url: string
  /** From now on, no commit is confirmed as durable, until `start` is called or the result is disposed. */
  stopDisk<Tables>(db: Kysely<Tables>): Promise<AsyncDisposable & { start(): Promise<void> }>
  /** Runs statements one after the other and returns the last result. */
  asSuperuser(...statements: string[]): Promise<pg.QueryResult | undefined>
}

/** A new cluster with one empty database, removed when it is disposed. */
export async function openSlowDiskDatabase(): Promise<SlowDiskDatabase> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(tmpdir(), 'durable-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const dataDir = path.join(folder, 'cluster')
  const cluster = stack.use(await openEmbeddedCluster({ dataDir, durable: false, settings: SETTINGS }))
  const url = await cluster.ensureDatabase('things')
  const asSuperuser = (...statements: string[]) => runAll(cluster.superuserUrl, statements)
  const startDisk = async () =>
    void (await asSuperuser('alter system reset synchronous_standby_names', 'select pg_reload_conf()'))
  const owned = stack.move()
  return {
    cluster,
    url,
    asSuperuser,
    async stopDisk(db) {
      await asSuperuser(`alter system set synchronous_standby_names = 'missing'`, 'select pg_reload_conf()')
      const setting = async () =>
        (await sql<{ names: string }>`select current_setting('synchronous_standby_names') as names`.execute(db)).rows
      await expect.poll(setting).toEqual([{ names: 'missing' }])
      // Another process of the server applies this setting, with a short delay.
      const probe = () => sql`select pg_logical_emit_message(true, 'probe', '')`.execute(db)
      const timeout = () => new Promise<string>((resolve) => setTimeout(resolve, PROBE_MS, 'waiting'))
      await expect
        .poll(() => Promise.race([probe().then(() => 'done'), timeout()]), { timeout: 10_000 })
        .toBe('waiting')
      return { start: startDisk, [Symbol.asyncDispose]: startDisk }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function runAll(connectionString: string, statements: readonly string[]): Promise<pg.QueryResult | undefined> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    let result: pg.QueryResult | undefined
    for (const statement of statements) result = await client.query(statement)
    return result
  } finally {
    await client.end()
  }
}
