import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { generateAssertionKeys } from '@travel-rule/auth/generate-keys'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AuditRecord } from '../audit-log/domain/audit-entry.ts'
import { encodeCheckpointLine } from '../checkpoints/checkpoint-file.ts'
import { type OwnedStore, type OwnedStores, openOwnedStores } from '../testing/open-owned-store.ts'
import { appendAll, auditRecord } from '../testing/open-test-store.ts'
import { runAcceptCommand } from './accept-command.ts'
import { runExportCommand } from './export-command.ts'
import { runVerifyCommand } from './verify-command.ts'

let stores: OwnedStores
let store: OwnedStore
let folder: string
let file: string
let key: string
beforeAll(async () => {
  stores = await openOwnedStores()
})
afterAll(() => stores?.[Symbol.asyncDispose]())
beforeEach(async () => {
  store = await stores.open()
  folder = await mkdtemp(path.join(tmpdir(), 'verify-'))
  file = path.join(folder, 'export.jsonl')
  key = path.join(folder, 'public.jwk')
  await writeFile(key, JSON.stringify(store.keys.publicKeys().keys[0]))
})
afterEach(async () => {
  await store[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const exported = new Date('2026-03-04T05:06:07.000Z')
async function runExport(): Promise<string> {
  const env = { AUTOD_DATABASE_URL: store.database.url }
  return await runExportCommand([file], { env, stdout: process.stdout, now: exported })
}
const verify = (...more: readonly string[]) => runVerifyCommand([file, '--key', key, ...more])
/** Entries 1 to 4 and 5 to 8 with their checkpoints, and entry 9 without one. */
async function fill(): Promise<void> {
  for (const count of [4, 4]) {
    await store.append(count)
    await store.sign()
  }
  await store.append(1)
}

describe('an export of the audit log', () => {
  it('an export of the audit log has a header, each entry, each checkpoint after its entry, and the end', async () => {
    await fill()
    expect(await runExport()).toBe(`Exported 9 entries and 2 checkpoints to ${file}.\n`)
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    const kinds = lines.map((line) => JSON.parse(line).kind)
    const entries = Array.from({ length: 9 }, () => 'entry')
    expect(kinds).toEqual(['audit-log', ...entries, 'checkpoint', 'checkpoint', 'end'])
    expect(Object.keys(JSON.parse(lines[1] ?? ''))).toEqual([
      'kind',
      'sequence',
      'version',
      'source',
      'sourceEpoch',
      'sourcePosition',
      'eventId',
      'previousEventId',
      'type',
      'subject',
      'actor',
      'at',
      'detail',
      'previousHash',
      'hash',
    ])
    const stdout = new PassThrough()
    const written = text(stdout)
    await runExportCommand([], { env: { AUTOD_DATABASE_URL: store.database.url }, stdout, now: exported })
    stdout.end()
    expect(await written).toBe(await readFile(file, 'utf8'))
  })
})

describe('a command for the audit log', () => {
  it('a command for the audit log says what is wrong with its database in one line', async () => {
    const url = new URL(store.database.url)
    url.pathname = '/missing'
    const env = {
      AUTOD_DATABASE_URL: url.href,
      AUTOD_CHECKPOINT_KEYS: JSON.stringify(await generateAssertionKeys()),
    }
    const reason = /^OperatorError: AUTOD_DATABASE_URL: .*"missing" does not exist$/
    await expect(runExportCommand([file], { env, stdout: process.stdout, now: exported })).rejects.toThrow(
      expect.toSatisfy((error) => reason.test(String(error))),
    )
    await expect(runAcceptCommand(['restored'], { env, acceptedBy: 'ada', now: exported })).rejects.toThrow(
      expect.toSatisfy((error) => reason.test(String(error))),
    )
  })
})

describe('a database of another version', () => {
  const commands: [string, (env: NodeJS.ProcessEnv) => Promise<string>][] = [
    ['export-audit', (env) => runExportCommand([file], { env, stdout: process.stdout, now: exported })],
    ['accept-audit', (env) => runAcceptCommand(['restored'], { env, acceptedBy: 'ada', now: exported })],
  ]
  const schema = async () =>
    (await store.database.pool.query('select name from kysely_migration order by name')).rows.map((row) => row.name)

  it.each(commands)('a database of an older version is refused by %s, and not migrated', async (_name, run) => {
    await store.tamper(`delete from kysely_migration where name = '0007-previous-event'`)
    const before = await schema()
    // With rights that would allow migrating it.
    const env = {
      AUTOD_DATABASE_URL: store.ownerUrl,
      AUTOD_CHECKPOINT_KEYS: JSON.stringify(await generateAssertionKeys()),
    }
    await expect(run(env)).rejects.toThrow(
      'AUTOD_DATABASE_URL: The database is older than this program (0007-previous-event is pending)',
    )
    expect(await schema()).toEqual(before)
  })

  it.each(commands)(
    'a database of a newer version is refused by %s unless the newer migrations expand',
    async (_name, run) => {
      await store.tamper(`insert into kysely_migration (name, timestamp) values ('9999-newer', '2026-01-01')`)
      const env = {
        AUTOD_DATABASE_URL: store.database.url,
        AUTOD_CHECKPOINT_KEYS: JSON.stringify(await generateAssertionKeys()),
      }
      await expect(run(env)).rejects.toThrow('The database is newer than this program (9999-newer)')
      await store.tamper(`insert into migration_kind (name, expands) values ('9999-newer', true)`)
      await expect(run(env).catch(String)).resolves.not.toContain('newer than this program')
    },
  )
})

describe('verifying an export with the public key', () => {
  it('verifying an export reports what is intact, and what is not covered by a checkpoint yet', async () => {
    await fill()
    await runExport()
    const { output, exitCode } = await verify()
    expect(output).toMatch(
      /^.*export.jsonl: 9 entries, exported at 2026-03-04T05:06:07.000Z\nINTACT\n.*Checkpoints that match: 2\./,
    )
    expect(output).toMatch(
      /The last checkpoint covers entry 8 and all before it, signed at 2.* with key .*\.\n {2}Entry 9 is newer and not covered yet\.\n$/,
    )
    expect(exitCode).toBe(0)
  })

  it.each([
    ['changed', ['"status":"APPROVED"', '"status":"DECLINED"'], 'CONTENT_CHANGED .* Entry 1 does not match its hash'],
    ['removed from the middle', [/\{"kind":"entry","sequence":"3".*\n/, ''], 'ENTRY_MISSING .* Entry 3 is missing'],
    ['removed from the end', [/\{"kind":"entry","sequence":"9".*\n/, ''], 'ENTRY_MISSING .* Entry 9 is missing'],
  ])('verifying an export finds an entry that was %s in the file', async (_name, [from, to], found) => {
    await fill()
    await runExport()
    await writeFile(file, (await readFile(file, 'utf8')).replace(from as string, to as string))
    const { output, exitCode } = await verify()
    expect(output).toMatch(new RegExp(`DAMAGED\n  ${found}`))
    expect(exitCode).toBe(1)
  })

  it('verifying an export finds a removed end by its checkpoint, which was kept elsewhere if it was removed too', async () => {
    await fill()
    const kept = path.join(folder, 'kept.jsonl')
    const jws = (await store.database.db.selectFrom('auditCheckpoint').select('jws').execute()).map((row) => row.jws)
    await writeFile(kept, `${jws.map(encodeCheckpointLine).join('\n')}\n{"kind":"checkp`)
    const end = `update audit_chain set (sequence, hash) = (select sequence, hash from audit_log where sequence = 6)`
    await store.tamper('delete from audit_log where sequence > 6', end)
    await runExport()
    const missing =
      /DAMAGED\n(.*\n)? {2}END_TRUNCATED {7}Entries 7 to 8 are missing: the log was longer at the checkpoint of entry 8/
    expect(await verify()).toMatchObject({ output: expect.stringMatching(missing), exitCode: 1 })
    await store.tamper('delete from audit_checkpoint where sequence > 6')
    await runExport()
    expect(await verify()).toMatchObject({ exitCode: 0 })
    expect(await verify('--checkpoints', kept)).toMatchObject({ output: expect.stringMatching(missing), exitCode: 1 })
  })

  it('verifying an export finds an entry that was inserted outside the chain', async () => {
    await fill()
    await store.tamper(
      `insert into audit_log select 12, source, null, 'forged', type, subject_type, subject_id, actor_type, actor_id,
       actor_name, at, detail, transaction_id, vasp_id, previous_hash, hash, version from audit_log where sequence = 5`,
    )
    await runExport()
    const { output, exitCode } = await verify()
    expect(output).toContain('ENTRY_INSERTED      Entry 12 was inserted outside of the chain, which ends at 9')
    expect(exitCode).toBe(1)
  })

  it('verifying an export finds skipped events, but accepts events that were audited in another order', async () => {
    const records = ['a', 'b', 'c', 'b again', 'd'].map((eventId) => auditRecord({ eventId }))
    const [a, b, c, again, d] = records as [AuditRecord, AuditRecord, AuditRecord, AuditRecord, AuditRecord]
    // The source was restored to its state after `a`, and later to its previous state.
    const restored = [
      a,
      { ...b, previousEventId: 'a' },
      { ...c, previousEventId: 'b' },
      { ...again, previousEventId: 'a' },
    ]
    await appendAll(store.database, [...restored, { ...d, previousEventId: 'c' }])
    await store.sign()
    await runExport()
    expect(await verify()).toMatchObject({ output: expect.stringContaining('INTACT'), exitCode: 0 })
    await appendAll(store.database, [auditRecord({ source: 'aopd', previousEventId: 'c' })])
    await runExport()
    expect(await verify()).toMatchObject({
      output: expect.stringContaining(
        'EVENT_SKIPPED       Events of aopd before entry 6 were not audited: the one right before it is c',
      ),
      exitCode: 1,
    })
    expect(await store.sign()).toMatchObject({
      outcome: 'refused',
      problems: [{ kind: 'EVENT_SKIPPED', sequence: 6n }],
    })
  })

  it('verifying an export is refused, with exit code 2, for files that prove nothing', async () => {
    await store.append(2)
    await runExport()
    expect(await verify()).toMatchObject({ output: expect.stringContaining('Nothing is signed'), exitCode: 2 })
    await store.sign()
    await runExport()
    const other = path.join(folder, 'other.jwk')
    await writeFile(other, JSON.stringify(await generateAssertionKeys()))
    const withOther = await runVerifyCommand([file, '--key', other])
    expect(withOther).toMatchObject({
      output: expect.stringContaining('No checkpoint in it was signed'),
      exitCode: 2,
    })
    const complete = await readFile(file, 'utf8')
    await writeFile(file, complete.replace(/\{"kind":"end".*\n/, ''))
    expect(await verify()).toMatchObject({ output: expect.stringContaining('the export is not complete'), exitCode: 2 })
    await writeFile(file, `nonsense\n${complete}`)
    expect(await verify()).toMatchObject({
      output: expect.stringContaining('line 1: not a line of an export'),
      exitCode: 2,
    })
    const missing = await runVerifyCommand([path.join(folder, 'none'), '--key', key])
    expect(missing).toMatchObject({ output: expect.stringContaining('none cannot be read'), exitCode: 2 })
    expect(await runVerifyCommand([file])).toMatchObject({ output: expect.stringContaining('--key'), exitCode: 2 })
    expect(await runVerifyCommand(['--what'])).toMatchObject({ exitCode: 2 })
  })
})
