import { randomBytes } from 'node:crypto'
import type { Database } from '@travel-rule/database/database'
import { generateSealingKeys, openSealer } from '@travel-rule/database/seal'
import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openAssetRegistry } from '../../assets/domain/asset.ts'
import { BUILT_IN_ASSETS } from '../../assets/domain/built-in-assets.ts'
import type { Decimal } from '../../foundation/domain/amount.ts'
import { migrations } from '../../foundation/store/migrations.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { exampleVasp } from '../../testing/example-transfers.ts'
import { insertVasp } from '../../vasps/store/vasps.ts'
import type { DeliveryKind, DeliveryState, Transfer, TransferState } from '../domain/transfer.ts'
import { insertTransfer } from './insert-transfer.ts'
import { FOLDER } from './transfer-conditions.ts'
import { countTransfers, countUndelivered, foldCounts } from './transfer-counts.ts'
import { matchesFilter, type TransferFilter } from './transfer-filter.ts'
import { listTransfers } from './transfer-list.ts'
import { loadTransfers, updateTransfer } from './transfers.ts'

const ORDERED = 100
const UNORDERED = 50
const actor = { type: 'SYSTEM', id: 'trpd' } as const
const sealer = openSealer(generateSealingKeys())
const assets = openAssetRegistry(BUILT_IN_ASSETS)
const assetIds = assets.all.slice(0, 4).map(({ id }) => id)
const vaspIds = [1, 2, 3].map((digit) => `${digit}0000000-0000-4000-8000-000000000000`)
const fingerprints = ['customer 1', 'customer 2'].map((each) => sealer.fingerprints(each, 'test')[0])
const times = Array.from({ length: 6 }, (_, index) => new Date(Date.UTC(2026, 0, 1, index)))
const amounts = ['0.00000001', '0.5', '9', '10', '10.5', '99999999999999999999'] as Decimal[]
/** Long LNURLs that differ only at the end and cannot be compressed. */
const longPart = randomBytes(4_096).toString('base64url').slice(0, 4_095)
const longAddresses = ['1', '2'].map((end) => `${longPart}${end}`)
const hashes = ['0xAB', '0xabCD', 'ab_%', 'AbCDef']

let database: Database<Tables>
let transfers: readonly Transfer[]

beforeAll(async () => {
  database = await openTestDatabase<Tables>(migrations, { template: 'trpd' })
  await database.db.transaction().execute(async (tx) => {
    for (const id of vaspIds) await insertVasp(tx, { ...exampleVasp, id })
    // The later transfers are not created in the order of their times, as if clocks differed.
    const ordered = fc.sample(someTransfer, ORDERED).toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    for (const transfer of [...ordered, ...fc.sample(someTransfer, UNORDERED)]) await insert(tx, transfer)
  })
  transfers = await stored()
})
afterAll(() => database[Symbol.asyncDispose]())

const someState: fc.Arbitrary<TransferState> = fc.oneof(
  fc.constant<TransferState>({ status: 'BLOCKED', holds: ['VASP_NOT_TRUSTED'] }),
  fc.constant<TransferState>({ status: 'PENDING' }),
  fc.constantFrom(...hashes).map((address): TransferState => ({ status: 'APPROVED', address })),
  fc
    .tuple(fc.constantFrom(...hashes), fc.constantFrom(...hashes))
    .map(([address, txHash]): TransferState => ({ status: 'CONFIRMED', address, txHash })),
  fc.constant<TransferState>({ status: 'DECLINED', reason: 'No' }),
  fc.constant<TransferState>({ status: 'EXPIRED', reason: 'Late', address: 'ab' }),
  fc
    .constantFrom(...hashes)
    .map((lateTxHash): TransferState => ({ status: 'CANCELED', reason: 'Sold out', address: 'ab', lateTxHash })),
  fc.constant<TransferState>({ status: 'FAILED', reason: 'Unreachable' }),
)
const someDelivery = fc.constantFrom<DeliveryState>('NONE', 'QUEUED', 'DELIVERED', 'RETRYING', 'FAILED')
/** Many transfers share each value, so that pages end within ties. */
const someTransfer: fc.Arbitrary<Transfer> = fc
  .record({
    id: fc.uuid({ version: 4 }),
    direction: fc.constantFrom('SENT', 'RECEIVED'),
    channel: fc.constantFrom('TRP', 'TRP', 'TRP', 'OFFLINE', 'SELF_HOSTED'),
    requestIdentifier: fc.uuid({ version: 4 }),
    assetId: fc.constantFrom(...assetIds),
    amount: fc.constantFrom(...amounts),
    unit: fc.constantFrom('WHOLE', 'BASE', undefined),
    travelAddress: fc.constantFrom('ta1', ...longAddresses),
    vaspId: fc.constantFrom(...vaspIds),
    fingerprint: fc.constantFrom(...fingerprints, undefined),
    createdAt: fc.constantFrom(...times),
    state: someState,
    delivery: someDelivery,
    kind: fc.constantFrom<DeliveryKind>('INQUIRY', 'RESOLUTION', 'CONFIRMATION', 'CANCELLATION'),
    archived: fc.boolean(),
  })
  .map(({ unit, fingerprint, delivery, kind, archived, travelAddress, vaspId, ...facts }) => ({
    ...facts,
    version: 1,
    ...(facts.channel === 'TRP' ? { travelAddress, protocolVersion: '3.2.1' } : {}),
    ...(facts.channel === 'SELF_HOSTED' ? { originAddress: '0xABef' } : { vaspId }),
    ivms101Issues: [],
    deviations: [],
    ...(fingerprint === undefined ? {} : { customerFingerprint: fingerprint }),
    ...(unit === undefined ? {} : { amountUnit: unit === 'BASE' && facts.amount.includes('.') ? 'WHOLE' : unit }),
    delivery: delivery === 'NONE' ? { state: delivery } : { state: delivery, kind, attempts: 1 },
    ...(archived ? { archivedAt: facts.createdAt } : {}),
    updatedAt: facts.createdAt,
  }))

/** Some of `values`; undefined in most filters, so that some filters match something. */
const some = <Value>(values: readonly Value[]) =>
  fc.option(fc.array(fc.constantFrom(...values), { maxLength: 3 }), { nil: undefined, freq: 1 })
const maybe = <Value>(values: readonly Value[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...values) })

const facetFilter = fc.record({
  directions: some(['SENT', 'RECEIVED'] as const),
  statuses: some(['BLOCKED', 'PENDING', 'APPROVED', 'CONFIRMED', 'CANCELED'] as const),
  folders: some(['INBOX', 'WAITING', 'ARCHIVE'] as const),
  deliveries: some(['NONE', 'QUEUED', 'FAILED'] as const),
  vaspIds: some(vaspIds),
  assetIds: some([...assetIds, 'unknown']),
  channels: some(['TRP', 'OFFLINE', 'SELF_HOSTED'] as const),
})
const someFilter = (): fc.Arbitrary<TransferFilter> =>
  fc
    .tuple(
      facetFilter,
      fc.record({
        ids: fc.option(fc.subarray(transfers.map(({ id }) => id)), { freq: 1, nil: undefined }),
        requestIdentifier: maybe(transfers.map(({ requestIdentifier }) => requestIdentifier)),
        travelAddress: maybe(['ta1', 'ta', ...longAddresses]),
        txHash: maybe(hashes),
        from: maybe(times),
        to: maybe(times),
        amountFrom: maybe(amounts),
        amountTo: maybe(amounts),
        customerFingerprints: fc.option(fc.subarray(fingerprints, { minLength: 1 }), { freq: 1, nil: undefined }),
        search: maybe([
          'ab',
          '0xab',
          '0xabe',
          'ab_',
          'abcd',
          '%',
          ...transfers.slice(0, 9).map(({ id }) => id.slice(0, 10)),
        ]),
      }),
    )
    // A filter with all conditions would match nothing.
    .chain(([facets, others]) => fc.subarray(Object.entries({ ...facets, ...others }), { maxLength: 4 }))
    .map((entries) => Object.fromEntries(entries))

it('for any filter, the pages of a list and its count agree with a check of each record', async () => {
  await fc.assert(
    fc.asyncProperty(someFilter(), fc.integer({ min: 10, max: 60 }), async (filter, first) => {
      const expected = transfers.filter((transfer) => matchesFilter(transfer, filter, assets)).map(({ id }) => id)
      expect(await listAll(filter, first)).toEqual(expected)
      expect(await countTransfers({ db: database.db, assets }, filter)).toBe(expected.length)
    }),
    { numRuns: 60 },
  )
})

it('for any combination of facets, a list includes the transfers without a VASP', async () => {
  const anyOf = <Value>(values: readonly Value[]) => fc.subarray([...values], { minLength: 1 })
  const combination = fc.record({
    directions: anyOf(['SENT', 'RECEIVED'] as const),
    statuses: anyOf(['APPROVED', 'CONFIRMED', 'CANCELED'] as const),
    folders: anyOf(['INBOX', 'WAITING', 'ARCHIVE'] as const),
  })
  await fc.assert(
    fc.asyncProperty(combination, async (filter) => {
      const expected = transfers.filter((transfer) => matchesFilter(transfer, filter, assets)).map(({ id }) => id)
      expect(await listAll(filter, 60)).toEqual(expected)
    }),
    { numRuns: 20 },
  )
})

it('for any filter, a page takes at most five statements, and each reads an index', async () => {
  await fc.assert(
    fc.asyncProperty(someFilter(), fc.constantFrom(undefined, 60n), async (filter, after) => {
      const statements = await statementsOf(() =>
        listTransfers({ db: database.db, sealer, assets }, { filter, first: 10, after }),
      )
      expect(statements.length).toBeLessThanOrEqual(5)
      for (const { text, values } of statements)
        expect(await planOf(text, values)).not.toContain('Seq Scan on transfers')
    }),
    { numRuns: 60 },
  )
})

it('a list with values of one facet reads the index of the facet, even for a rare value', async () => {
  const filters: TransferFilter[] = [
    { statuses: ['FAILED'] },
    { statuses: ['PENDING', 'FAILED', 'DECLINED'] },
    { folders: ['INBOX', 'WAITING'] },
    { assetIds: [...assetIds, 'unknown'] },
    { vaspIds },
  ]
  for (const filter of filters) {
    const [page] = await statementsOf(() => listTransfers({ db: database.db, sealer, assets }, { filter, first: 10 }))
    const plan = await planOf(page?.text ?? '', page?.values ?? [])
    expect(plan).toMatch(/Index Scan using transfers_by_(?:status|folder|asset|vasp) /)
  }
})

interface Statement {
  readonly text: string
  readonly values: unknown[]
}

/** The statements of one call. */
async function statementsOf(call: () => Promise<unknown>): Promise<Statement[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await call()
    return query.mock.calls.map(([statement]) => statement as unknown as Statement)
  } finally {
    query.mockRestore()
  }
}

/** The plan of a statement with sequential scans, bitmap scans and sorts disabled. */
async function planOf(text: string, values: unknown[]): Promise<string> {
  const client = await database.pool.connect()
  const disabled = ['enable_seqscan', 'enable_bitmapscan', 'enable_sort']
  try {
    for (const setting of disabled) await client.query(`set ${setting} = off`)
    const { rows } = await client.query(`explain ${text}`, values)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    for (const setting of disabled) await client.query(`reset ${setting}`)
    client.release()
  }
}

it('a page continues after a transfer that was erased in the meantime, if clocks agreed', async () => {
  const query = { filter: {}, first: 500, after: 60n }
  const list = async (db: Kysely<Tables>) => {
    const found = await listTransfers({ db, sealer, assets }, query)
    return found.map(({ sequence }) => sequence).filter((sequence) => sequence <= ORDERED)
  }
  const before = await list(database.db)
  const kept = new Error('keep it')
  const erasing = database.db.transaction().execute(async (tx) => {
    await sql`delete from transfers where sequence = ${query.after}`.execute(tx)
    expect(await list(tx)).toEqual(before)
    throw kept
  })
  await expect(erasing).rejects.toBe(kept)
})

it('kept counts equal the counted transfers after random changes by several writers, folded or not', async () => {
  const changes = fc.array(
    fc.record({
      kind: fc.constantFrom('insert', 'change', 'erase', 'fold', 'undo'),
      transfer: someTransfer,
      index: fc.nat(),
    }),
    { minLength: 10, maxLength: 20 },
  )
  await fc.assert(
    fc.asyncProperty(fc.tuple(changes, changes, changes), async (writers) => {
      await Promise.all(writers.map((each, writer) => write(each, writer, writers.length)))
      await expectExactCounts()
    }),
    { numRuns: 4 },
  )
  while ((await database.db.transaction().execute((tx) => foldCounts(tx, 1_000))) > 0);
  await expectExactCounts()
})

interface Change {
  readonly kind: 'insert' | 'change' | 'erase' | 'fold' | 'undo'
  readonly transfer: Transfer
  readonly index: number
}

/** Performs the changes in order. Each writer has its own transfers. */
async function write(changes: readonly Change[], writer: number, writers: number): Promise<void> {
  for (const { kind, transfer, index } of changes) {
    const own = (await stored()).filter(({ createdAt }) => createdAt.getTime() % writers === writer)
    const existing = own[index % Math.max(own.length, 1)]
    const createdAt = new Date(transfer.createdAt.getTime() + writer)
    const undo = new Error('undo')
    const changing = database.db.transaction().execute(async (tx) => {
      if (kind === 'fold') await foldCounts(tx, 5)
      else if (kind === 'insert' || existing === undefined) await insert(tx, { ...transfer, createdAt })
      else if (kind === 'erase') await tx.deleteFrom('transfers').where('id', '=', existing.id).execute()
      else {
        const changed = { ...existing, state: transfer.state, version: existing.version + 1 }
        await updateTransfer(tx, sealer, { event: 'transfer.released', actor, transfer: changed })
      }
      if (kind === 'undo') throw undo
    })
    await changing.catch((error) => {
      if (error !== undo) throw error
    })
  }
}

async function expectExactCounts(): Promise<void> {
  const columns = sql`direction, status, delivery_state, vasp_id, asset_id`
  const counted = sql`select ${columns}, ${FOLDER} as folder, count(*)::int as count from transfers group by ${columns}, ${FOLDER}`
  const kept = sql`
    select ${columns}, folder, sum(count)::int as count from (
      select ${columns}, folder, count from transfer_counts
      union all select ${columns}, folder, change from transfer_count_changes) as counts
    group by ${columns}, folder having sum(count) <> 0`
  const { rows } = await sql`(${counted} except ${kept}) union all (${kept} except ${counted})`.execute(database.db)
  expect(rows).toEqual([])
  const all = await stored()
  expect(await countTransfers({ db: database.db, assets }, {})).toBe(all.length)
  const failed = all.filter(({ delivery }) => delivery.state === 'FAILED').length
  expect(await countUndelivered(database.db)).toMatchObject({ FAILED: failed })
}

async function insert(tx: Parameters<typeof insertTransfer>[0], transfer: Transfer): Promise<void> {
  const secrets = { ivms101: { transferPath: [] } }
  await insertTransfer(tx, sealer, [{ event: 'transfer.received', actor, transfer }], secrets)
}

/** All transfers, in list order. */
async function stored(): Promise<Transfer[]> {
  const rows = await database.db
    .selectFrom('transfers')
    .select('id')
    .orderBy('createdAt', 'desc')
    .orderBy('sequence', 'desc')
    .execute()
  const ids = rows.map(({ id }) => id)
  const loaded = ids.length === 0 ? [] : await loadTransfers(database.db, sealer, ids)
  const byId = new Map(loaded.map((transfer) => [transfer.id, transfer]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

async function listAll(filter: TransferFilter, first: number): Promise<string[]> {
  const ids: string[] = []
  for (let after: bigint | undefined; ; ) {
    const page = await listTransfers({ db: database.db, sealer, assets }, { filter, first, after })
    ids.push(...page.map(({ transfer }) => transfer.id))
    if (page.length < first) return ids
    after = page.at(-1)?.sequence
  }
}
