import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { openIndexedSealer } from './index-keys.ts'
import { countOutdatedKeys, dataKeysMigration, insertDataKey, rewrapDataKeys } from './record-keys.ts'
import { runInPages } from './run-in-pages.ts'
import { openSealer, type Sealer } from './seal.ts'
import { openTestDatabase } from './testing/test-database.ts'

const key = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`
const [OLD, NEW] = [key('old', 1), key('new', 2)]
const CONTEXT = 'thing:note'

let database: Database<unknown> & AsyncDisposable
beforeAll(async () => {
  database = await openTestDatabase({ '0001-data-keys': dataKeysMigration })
})
afterAll(() => database[Symbol.asyncDispose]())

/** Stores a record's key. Returns the record's id and bytes sealed with the key. */
async function record(sealer: Sealer): Promise<{ id: string; sealed: Buffer }> {
  const id = randomUUID()
  const created = await sealer.records.create('THING', id)
  await sql`with keyed as ${insertDataKey(created)} select`.execute(database.db)
  return { id, sealed: created.seal('secret', CONTEXT) }
}

async function open(sealer: Sealer, { id, sealed }: { id: string; sealed: Buffer }): Promise<string> {
  return (await sealer.records.of(database.db, id)).open(sealed, CONTEXT).toString()
}

describe('the data key of a record', () => {
  test("a record's data key opens what was sealed with it, even in another process", async () => {
    const stored = await record(openSealer(OLD))
    expect(await open(openSealer(OLD), stored)).toBe('secret')
  })

  test("a record's data key opens nothing of another record, or under another context", async () => {
    const sealer = openSealer(OLD)
    const [one, other] = [await record(sealer), await record(sealer)]
    await expect(open(sealer, { id: other.id, sealed: one.sealed })).rejects.toMatchObject({ code: 'SEAL_KEY_UNKNOWN' })
    const own = await sealer.records.of(database.db, one.id)
    expect(() => own.open(one.sealed, 'thing:name')).toThrow(expect.objectContaining({ code: 'SEAL_BROKEN' }))
  })

  test('a data key wrapped for one record cannot be moved to another', async () => {
    const [one, other] = [await record(openSealer(OLD)), await record(openSealer(OLD))]
    await sql`
      update data_keys set wrapped = (select wrapped from data_keys where record_id = ${one.id})
      where record_id = ${other.id}`.execute(database.db)
    await expect(open(openSealer(OLD), other)).rejects.toMatchObject({ code: 'SEAL_BROKEN' })
    await sql`delete from data_keys where record_id = ${other.id}`.execute(database.db)
  })

  test('a broken data key does not affect other records read together with it', async () => {
    const [broken, whole] = [await record(openSealer(OLD)), await record(openSealer(OLD))]
    await sql`update data_keys set wrapped = 'broken' where record_id = ${broken.id}`.execute(database.db)
    const keyOf = await openSealer(OLD).records.load(database.db, [broken.id, whole.id])
    expect(keyOf(whole.id).open(whole.sealed, CONTEXT).toString()).toBe('secret')
    expect(() => keyOf(broken.id).open(broken.sealed, CONTEXT)).toThrow(expect.objectContaining({ name: 'SealError' }))
    expect(() => keyOf(broken.id).seal('secret', CONTEXT)).toThrow(expect.objectContaining({ name: 'SealError' }))
    await sql`delete from data_keys where record_id = ${broken.id}`.execute(database.db)
  })

  test('a destroyed data key neither opens nor seals', async () => {
    const stored = await record(openSealer(OLD))
    await sql`
      update data_keys set wrapped = null, wrapped_by = null, erased_at = now() where record_id = ${stored.id}`.execute(
      database.db,
    )
    await expect(open(openSealer(OLD), stored)).rejects.toMatchObject({ code: 'SEAL_KEY_ERASED' })
    const erased = await openSealer(OLD).records.of(database.db, stored.id)
    expect(() => erased.seal('more', CONTEXT)).toThrow(expect.objectContaining({ code: 'SEAL_KEY_ERASED' }))
  })

  test('a record of an older program has no data key, and the sealing keys open it', async () => {
    const sealed = openSealer(OLD).seal('secret', CONTEXT)
    expect(await open(openSealer(OLD), { id: randomUUID(), sealed })).toBe('secret')
    const stored = await record(openSealer(OLD))
    expect(await open(openSealer(OLD), { id: stored.id, sealed })).toBe('secret')
  })

  test('no data key is created while older programs run', async () => {
    const stored = await record(openSealer(OLD, { createsDataKeys: false }))
    expect(openSealer(OLD).open(stored.sealed, CONTEXT).toString()).toBe('secret')
  })

  test('data keys of several records are read in one statement, and then cached', async () => {
    const sealer = openSealer(OLD)
    const stored = [await record(sealer), await record(sealer), await record(sealer)]
    const ids = stored.map(({ id }) => id)
    const fresh = openSealer(OLD)
    const statements: string[] = []
    const listening = database.db.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const keyOf = await fresh.records.load(listening, ids)
    expect(stored.map(({ id, sealed }) => keyOf(id).open(sealed, CONTEXT).toString())).toEqual(Array(3).fill('secret'))
    await fresh.records.load(listening, ids)
    expect(statements).toHaveLength(1)
  })
})

describe('a rotation of the sealing keys', () => {
  test('a rotation of the sealing keys is complete when the old key can be removed, and may be interrupted anywhere', async () => {
    const stored = await Promise.all(Array.from({ length: 5 }, () => record(openSealer(OLD))))
    const { wrapper } = openSealer(`${NEW},${OLD}`)
    const rewrap = (max: number) =>
      database.db.transaction().execute((tx) => rewrapDataKeys(tx, wrapper, { max, onBroken: () => {} }))
    const killed = database.db.transaction().execute(async (tx) => {
      await rewrapDataKeys(tx, wrapper, { max: 3, onBroken: () => {} })
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect((await rewrap(4)).done).toBeGreaterThan(0)
    expect(await countOutdatedKeys(database.db, wrapper)).toBeGreaterThan(0)
    for (const each of stored) expect(await open(openSealer(`${NEW},${OLD}`), each)).toBe('secret')

    // Two concurrent processes do not wait for each other, and each key is wrapped once.
    while ((await Promise.all([rewrap(2), rewrap(2)])).some(({ done }) => done > 0));
    for (const each of stored) expect(await open(openSealer(NEW), each)).toBe('secret')
  })

  test('a rotation reaches every key, however many damaged keys come first, and reports each of those once', async () => {
    const sealer = openSealer(OLD)
    const stored = await Promise.all(Array.from({ length: 6 }, () => record(sealer)))
    const sorted = stored.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const damaged = sorted.slice(0, 4).map(({ id }) => id)
    await sql`update data_keys set wrapped = 'damaged' where record_id = any(${damaged}::uuid[])`.execute(database.db)
    const broken: string[] = []
    const { wrapper } = openSealer(`${NEW},${OLD}`)
    const options = { max: 2, onBroken: (id: string) => void broken.push(id) }
    await runInPages(
      database,
      { name: 'data keys', deadlineMs: Number.POSITIVE_INFINITY },
      (tx, after: string | undefined) => rewrapDataKeys(tx, wrapper, { ...options, after }),
    )
    for (const each of sorted.slice(4)) expect(await open(openSealer(NEW), each)).toBe('secret')
    expect(broken.filter((id) => damaged.includes(id))).toEqual(damaged)
    await sql`delete from data_keys where record_id = any(${damaged}::uuid[])`.execute(database.db)
  })

  test('a rotation changes nothing when the key management service fails', async () => {
    const stored = await record(openSealer(OLD))
    const unwrap = () => Promise.reject(new Error('the service is down'))
    const broken: string[] = []
    const options = { max: 100, onBroken: (id: string) => void broken.push(id) }
    const rewrapped = rewrapDataKeys(database.db, { ...openSealer(NEW).wrapper, unwrap }, options)
    await expect(rewrapped).rejects.toThrow('the service is down')
    expect(broken).toEqual([])
    expect(await open(openSealer(OLD), stored)).toBe('secret')
  })

  test('a rotation keeps the fingerprints, even without the old key', async () => {
    const before = await openIndexedSealer(database.db, OLD)
    expect(before.fingerprints('name', CONTEXT)).toEqual(openSealer(OLD).fingerprints('name', CONTEXT))
    const { wrapper } = openSealer(`${NEW},${OLD}`)
    await rewrapDataKeys(database.db, wrapper, { max: 1_000, onBroken: () => {} })
    const after = await openIndexedSealer(database.db, NEW)
    expect(after.fingerprints('name', CONTEXT)).toEqual(before.fingerprints('name', CONTEXT))
  })

  test('a start without a key that is still in use is refused', async () => {
    await openIndexedSealer(database.db, `${NEW},${OLD}`)
    await expect(openIndexedSealer(database.db, key('other', 3))).rejects.toMatchObject({ code: 'SEAL_KEY_UNKNOWN' })
  })
})
