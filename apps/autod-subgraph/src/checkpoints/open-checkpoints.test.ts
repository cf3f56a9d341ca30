import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { generateAssertionKeys } from '@travel-rule/auth/generate-keys'
import type { Database } from '@travel-rule/database/database'
import { openLogger } from '@travel-rule/service/logger'
import { type Metrics, openMetrics } from '@travel-rule/service/metrics'
import { openOutbound } from '@travel-rule/service/outbound'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Tables } from '../store/tables.ts'
import { verifyAudit } from '../store/verify-audit.ts'
import { appendAll, auditRecord, openTestStore } from '../testing/open-test-store.ts'
import { decodeCheckpointLine } from './checkpoint-file.ts'
import {
  type CheckpointKeys,
  checkpointKeysSetting,
  openCheckpointKeys,
  parseCheckpointKeys,
} from './checkpoint-keys.ts'
import { type CheckpointTarget, fileTarget, urlTarget } from './deliver-checkpoints.ts'
import { type CheckpointsOptions, openCheckpoints } from './open-checkpoints.ts'

const logger = openLogger({ name: 'test-checkpoints', level: 'silent' })
let stack: AsyncDisposableStack
let store: Database<Tables>
let keys: CheckpointKeys
let file: string
beforeEach(async () => {
  stack = new AsyncDisposableStack()
  store = stack.use(await openTestStore())
  keys = await openCheckpointKeys((await generateAssertionKeys()).keys)
  const folder = await mkdtemp(path.join(tmpdir(), 'checkpoints-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  file = path.join(folder, 'checkpoints.jsonl')
})
afterEach(() => stack.disposeAsync())

function open(options: Partial<CheckpointsOptions> = {}) {
  return openCheckpoints({
    database: store,
    keys,
    rules: { entriesMax: 3, intervalMs: 3_600_000 },
    file,
    targets: [fileTarget(file, keys.verify)],
    logger,
    metrics: openMetrics('test'),
    now: () => new Date(),
    ...options,
  })
}
const append = (count: number) =>
  appendAll(
    store,
    Array.from({ length: count }, () => auditRecord()),
  )
/** The last entries of the checkpoints in the file. */
async function inFile(): Promise<number[]> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).trimEnd().split('\n')
  const documents = lines.map(decodeCheckpointLine).filter((jws) => jws !== undefined)
  const checkpoints = await Promise.all(documents.map(keys.verify))
  return checkpoints.map((checkpoint) => Number(checkpoint?.sequence))
}

/** Signs new entries, and returns once the file has these checkpoints. */
async function signTo(expected: readonly number[]): Promise<void> {
  await using _open = open({ rules: { entriesMax: 1, intervalMs: 0 } })
  await expect.poll(inFile).toEqual(expected)
}

describe('checkpoints of the audit log', () => {
  it('checkpoints are signed after a number of entries or a time, and when the service stops, but only if there are new entries', async () => {
    await append(1)
    const checkpoints = open()
    await expect.poll(inFile).toEqual([1])
    await append(3)
    await expect.poll(inFile).toEqual([1, 4])
    await append(1)
    await checkpoints[Symbol.asyncDispose]()
    expect(await inFile()).toEqual([1, 4, 5])
    await signTo([1, 4, 5])
    expect((await stat(file)).mode & 0o777).toBe(0o600)

    const timed = stack.use(open({ rules: { entriesMax: 100, intervalMs: 1 } }))
    await append(1)
    await expect.poll(inFile).toEqual([1, 4, 5, 6])
    expect((await timed.load()).outside.map(({ count }) => count)).toContain(6n)
  })

  it('checkpoints are appended after a line truncated by a crash, and to a new file from the beginning', async () => {
    await append(1)
    await signTo([1])
    await appendFile(file, '{"kind":"checkpo')
    await append(1)
    await signTo([1, 2])
    expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(4)
    await rm(file)
    await append(1)
    await signTo([1, 2, 3])
  })

  it('checkpoints are signed by one of several replicas', async () => {
    await append(1)
    const replicas = Array.from({ length: 4 }, () => open({ rules: { entriesMax: 1, intervalMs: 1 } }))
    await expect.poll(inFile).toEqual([1])
    await append(1)
    await expect.poll(inFile).toEqual([1, 2])
    await Promise.all(replicas.map((replica) => replica[Symbol.asyncDispose]()))
    expect(await inFile()).toEqual([1, 2])
  })

  it('checkpoints have metrics only in the replica that signs, even after another one took over', async () => {
    await append(1)
    const metrics = [openMetrics('test'), openMetrics('test')]
    const published = async () => {
      const documents = await Promise.all(metrics.map(({ registry }) => registry.metrics()))
      return documents.map((document) => /^autod_audit_chain_intact.* (\d)$/m.exec(document)?.[1])
    }
    const first = stack.use(open({ metrics: metrics[0] as Metrics }))
    await expect.poll(published).toEqual(['1', undefined])
    stack.use(open({ metrics: metrics[1] as Metrics }))
    await first[Symbol.asyncDispose]()
    await expect.poll(published).toEqual([undefined, '1'])
  })

  it('checkpoints are not signed for a log whose end was removed, even after a restart and without checkpoints in the database', async () => {
    await append(4)
    await signTo([4])
    await sql`alter table audit_log disable trigger user`.execute(store.db)
    await sql`alter table audit_checkpoint disable trigger user`.execute(store.db)
    await sql`delete from audit_log where sequence > 2`.execute(store.db)
    await sql`delete from audit_checkpoint`.execute(store.db)
    await sql`update audit_chain set (sequence, hash) = (select sequence, hash from audit_log where sequence = 2)`.execute(
      store.db,
    )
    const metrics = openMetrics('test')
    const checkpoints = stack.use(open({ metrics }))
    await expect.poll(() => metrics.registry.metrics()).toMatch(/autod_audit_chain_intact{[^}]*} 0\n/)
    expect(await inFile()).toEqual([4])
    const report = await verifyAudit(store.db, { from: 1n, to: undefined }, await checkpoints.load())
    expect(report.problems).toMatchObject([{ kind: 'END_TRUNCATED', sequence: 3n }])
  })

  it('checkpoints are posted to a URL repeatedly until it accepts them, even if the file cannot be written', async () => {
    const received: string[] = []
    let refusals = 2
    const server = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (body) => received.push(body))
      request.on('end', () => {
        refusals -= 1
        response.writeHead(refusals >= 0 ? 500 : 204).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    stack.defer(() => void server.close())
    const outbound = stack.use(
      openOutbound({ privateHosts: 'http', timeoutMs: 10_000, responseBytesMax: 1_000, logger }),
    )
    await writeFile(path.join(path.dirname(file), 'a-file'), '')
    const unwritable = fileTarget(path.join(path.dirname(file), 'a-file', 'x'), keys.verify)
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/checkpoints`
    const targets: CheckpointTarget[] = [unwritable, urlTarget(url, outbound, keys.verify)]
    await append(1)
    stack.use(open({ targets, file: undefined }))
    await expect.poll(() => received.length).toBe(3)
    expect(new Set(received).size).toBe(1)
    expect(await keys.verify(decodeCheckpointLine(received[0] ?? '') ?? '')).toMatchObject({ sequence: 1n })
    const last = async () => (await store.db.selectFrom('auditCheckpointDelivery').selectAll().execute()).length
    await expect.poll(last).toBe(1)

    await sql`update audit_checkpoint_delivery set delivered_at = '9999-01-01'`.execute(store.db)
    await append(3)
    await expect.poll(() => received.length).toBe(4)
    await sql`update audit_checkpoint_delivery set delivered_at = '9999-01-01'`.execute(store.db)
    await urlTarget(url, outbound, keys.verify).deliver(store.db)
    expect(received.slice(4)).toEqual(received.slice(2, 4))
  })
})

describe('the keys of checkpoints', () => {
  it('checkpoint keys are refused if two have the same id, because only one of them could be found', async () => {
    const [first, second] = await Promise.all([generateAssertionKeys(), generateAssertionKeys()])
    const set = (kid: string) =>
      JSON.stringify({
        keys: [
          { ...first.keys[0], kid: 'audit' },
          { ...second.keys[0], kid },
        ],
      })
    expect(parseCheckpointKeys(set('audit-2'))).toHaveLength(2)
    expect(parseCheckpointKeys(set('audit'))).toBeUndefined()
    expect(checkpointKeysSetting.safeParse(set('audit')).error?.message).toContain('of different `kid`')
  })

  it('checkpoint keys verify only what they signed, and only as a checkpoint', async () => {
    const claims = { epoch: crypto.randomUUID(), sequence: 3n, hash: 'ab'.repeat(32), count: 3n, at: new Date() }
    const { jws, checkpoint } = await keys.sign(claims)
    expect(await keys.verify(jws)).toEqual(checkpoint)
    const [header, payload, signature] = jws.split('.')
    const changed = Buffer.from(JSON.stringify({ ...JSON.parse(atob(payload ?? '')), sequence: '2' })).toString(
      'base64url',
    )
    const other = await openCheckpointKeys((await generateAssertionKeys()).keys)
    for (const forged of ['', 'a.b.c', `${header}.${changed}.${signature}`, (await other.sign(claims)).jws]) {
      expect(await keys.verify(forged)).toBeUndefined()
    }
    expect(JSON.stringify(keys.publicKeys())).not.toContain('"d"')
  })
})
