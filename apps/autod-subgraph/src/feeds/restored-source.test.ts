import { runFeedsCommand } from '@travel-rule/database/feeds-command'
import type { EmbeddedCluster } from '@travel-rule/embedded-postgres/embedded-cluster'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type CopiedClusters, openCopiedClusters } from '../testing/copied-cluster.ts'
import { openTestAutod } from '../testing/open-test-autod.ts'
import { openTestSource, transferEvent } from '../testing/open-test-source.ts'

const QUERY = `{ autod {
  auditLogsCount(filter: { types: ["transfer.approved"] })
  auditFeeds { position newestPosition epoch failingSince stop { reason epoch } }
  verifyAuditLog { isIntact isComplete }
} }`

let clusters: CopiedClusters
let stack: AsyncDisposableStack
let names = 0
beforeAll(async () => {
  clusters = await openCopiedClusters()
})
afterAll(() => clusters?.[Symbol.asyncDispose]())
beforeEach(() => {
  stack = new AsyncDisposableStack()
})
afterEach(() => stack.disposeAsync())

/** A source with six events on its own server; all of them are in the audit log. */
async function openAudited() {
  names += 1
  const original = `original-${names}`
  let server: EmbeddedCluster | undefined = await clusters.start(original)
  const trpd = stack.use(await openTestSource(await server.ensureDatabase('trpd')))
  const autod = stack.use(await openTestAutod({ feeds: `trpd=${trpd.url}` }))
  trpd.trust(`${autod.url}/.well-known/jwks.json`)
  const env = { AUTOD_DATABASE_URL: autod.databaseUrl }
  let expected = 0

  /** Appends events, which get audited unless reading is stopped. */
  async function write(count: number): Promise<void> {
    await trpd.append(...Array.from({ length: count }, () => transferEvent()))
    expected += count
  }
  const untilAudited = async () => {
    const { autod: read } = await autod.until(QUERY, ({ autod: { auditLogsCount, auditFeeds, verifyAuditLog } }) => {
      return auditLogsCount === expected && auditFeeds[0].stop === null && verifyAuditLog.isComplete
    })
    expect(read.verifyAuditLog).toEqual({ isIntact: true, isComplete: true })
    expect(await readiness()).toBe('ok')
    return read.auditFeeds[0].epoch
  }
  const readiness = async () => {
    const { checks } = (await (await fetch(`${autod.url}/readyz`)).json()) as { checks: { feeds: string } }
    return checks.feeds
  }
  await write(6)
  await untilAudited()
  return {
    original,
    trpd,
    write,
    untilAudited,
    /** Waits until reading is stopped, and returns the reason and the new epoch. */
    async untilStopped(): Promise<{ reason: string; epoch: string }> {
      const { autod: stopped } = await autod.until(QUERY, ({ autod: { auditFeeds } }) => auditFeeds[0].stop !== null)
      expect(stopped.verifyAuditLog).toEqual({ isIntact: true, isComplete: false })
      expect(await readiness()).toContain('restored from a backup: trpd')
      return stopped.auditFeeds[0].stop
    },
    accept: () => runFeedsCommand(['accept', 'trpd'], env),
    async stop(): Promise<void> {
      await trpd.stop()
      await server?.[Symbol.asyncDispose]()
      server = undefined
    },
    async startOn(name: string, database = 'trpd'): Promise<void> {
      server ??= await clusters.start(name)
      await trpd.start(urlOf(await server.ensureDatabase('trpd'), database))
    },
    /** Runs statements in the database of the source as a superuser. */
    async runSql(...statements: readonly string[]): Promise<void> {
      const client = new pg.Client({ connectionString: urlOf(server?.superuserUrl ?? '', 'trpd') })
      await client.connect()
      for (const statement of statements) await client.query(statement)
      await client.end()
    },
    runAutodSql: async (statement: string) => {
      const client = new pg.Client({ connectionString: autod.databaseUrl })
      await client.connect()
      await client.query(statement)
      await client.end()
    },
    readiness,
    untilFailingAt: (position: string) =>
      autod.until(QUERY, ({ autod: { auditFeeds } }) => {
        return auditFeeds[0].failingSince !== null && auditFeeds[0].position === position
      }),
  }
}

function urlOf(url: string, database: string): string {
  const moved = new URL(url)
  moved.pathname = `/${database}`
  return moved.href
}

it('the same backup of the files may be restored twice: reading stops each time, and all new events are audited', async () => {
  const source = await openAudited()
  const { original, write } = source
  await source.stop()
  await clusters.copy(original, 'backup')
  await source.startOn(original)
  await write(3)
  const epochs = [await source.untilAudited()]
  for (const count of [5, 10]) {
    await source.stop()
    await clusters.copy('backup', original)
    await source.startOn(original)
    await write(count)
    const { epoch } = await source.untilStopped()
    expect(epochs).not.toContain(epoch)
    await source.accept()
    epochs.push(await source.untilAudited())
  }
  expect(new Set(epochs).size).toBe(3)
})

it('a clone of the database on its server has a new epoch, and the original continues unless the clone was accepted', async () => {
  const source = await openAudited()
  const { original, write } = source
  await source.trpd.stop()
  await source.runSql(`create database clone template trpd owner trpd`)
  await source.startOn(original, 'clone')
  const { reason, epoch } = await source.untilStopped()
  expect(reason).toBe('EPOCH_CHANGED')
  await source.trpd.stop()
  await source.startOn(original)
  await write(2)
  await source.untilAudited()

  await source.trpd.stop()
  await source.startOn(original, 'clone')
  expect((await source.untilStopped()).epoch).toBe(epoch)
  await source.accept()
  await write(3)
  expect(await source.untilAudited()).toBe(epoch)

  await source.trpd.stop()
  await source.startOn(original)
  await source.untilStopped()
  await source.accept()
  await write(4)
  expect(await source.untilAudited()).not.toBe(epoch)
})

it('a promoted standby has a new epoch, and so has the original server when it is used again', async () => {
  const source = await openAudited()
  const { original, write } = source
  const epochs = [await source.untilAudited()]
  await source.stop()
  const standby = `${original}-standby`
  await clusters.copy(original, standby)
  await clusters.promote(standby)
  for (const server of [standby, original]) {
    await source.startOn(server)
    expect((await source.untilStopped()).reason).toBe('EPOCH_CHANGED')
    await write(3)
    await source.accept()
    epochs.push(await source.untilAudited())
    await source.stop()
  }
  expect(new Set(epochs).size).toBe(3)
})

it('rows restored into the same tables have a new epoch, although only unread events are lost', async () => {
  const source = await openAudited()
  const tables = ['outbox', 'outbox_epoch']
  await source.trpd.stop()
  await source.runSql(
    ...tables.map((table) => `create table ${table}_backup as table ${table}`),
    `insert into outbox (id, type, subject_type, subject_id, actor_type, actor_id, at, detail)
     values (gen_random_uuid(), 'transfer.lost', 'transfer', 't-1', 'SYSTEM', 'trpd', now(), '{}')`,
    ...tables.map((table) => `truncate ${table}`),
    ...tables.map((table) => `insert into ${table} overriding system value table ${table}_backup`),
  )
  await source.startOn(source.original)
  expect((await source.untilStopped()).reason).toBe('EPOCH_CHANGED')
  await source.accept()
  await source.write(1)
  await source.untilAudited()
})

it('a restart on the same database is not a restore', async () => {
  const source = await openAudited()
  const epoch = await source.untilAudited()
  await source.runSql('vacuum (freeze) outbox_epoch', 'vacuum (full, freeze) outbox_epoch')
  await source.stop()
  await source.startOn(source.original)
  await source.write(1)
  expect(await source.untilAudited()).toBe(epoch)
})

it('readiness and the verification name the events that have not been recorded yet', async () => {
  const source = await openAudited()
  await source.runAutodSql('alter table audit_log add constraint no_eighth check (source_position <> 8)')
  await source.write(3)
  const { autod } = await source.untilFailingAt('7')
  expect(autod).toMatchObject({ auditLogsCount: 7, verifyAuditLog: { isIntact: true, isComplete: false } })
  expect(autod.auditFeeds).toMatchObject([{ position: '7', newestPosition: '9', stop: null }])
  expect(await source.readiness()).toMatch(/^reading fails since \S+: trpd, at position 7 of 9$/)
  await source.runAutodSql('alter table audit_log drop constraint no_eighth')
  await source.untilAudited()
})
