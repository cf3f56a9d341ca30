import { randomUUID } from 'node:crypto'
import type { Database } from '@travel-rule/database/database'
import { generateSealingKeys, openSealer } from '@travel-rule/database/seal'
import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAssetRegistry } from '../../assets/domain/asset.ts'
import { BUILT_IN_ASSETS } from '../../assets/domain/built-in-assets.ts'
import { migrations } from '../../foundation/store/migrations.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { exampleVasp, facts } from '../../testing/example-transfers.ts'
import { openReceived } from '../../transfers/domain/transfer.ts'
import { type DuePosition, listDueTransfers, planDuePage } from '../../transfers/store/due-list.ts'
import { insertTransfer } from '../../transfers/store/insert-transfer.ts'
import type { TransferFilter } from '../../transfers/store/transfer-filter.ts'
import { listTransfers, planTransferPage } from '../../transfers/store/transfer-list.ts'
import { insertVasp } from '../../vasps/store/vasps.ts'
import { type CaseFilter, matchesCase } from './case-filter.ts'

/** More open cases than the limit up to which they are looked up and sorted. */
const TRANSFERS = 2_600
const START = Date.parse('2026-01-01T00:00:00Z')
const DEFAULT_DUE_SECONDS = 60
const assets = openAssetRegistry(BUILT_IN_ASSETS)
const sealer = openSealer(generateSealingKeys())

let database: Database<Tables>
beforeAll(async () => {
  database = await openTestDatabase<Tables>(migrations, { template: 'trpd' })
  const vaspId = randomUUID()
  const createdAt = new Date(START)
  const transfer = openReceived({
    facts: { ...facts, id: randomUUID(), requestIdentifier: randomUUID(), vaspId, direction: 'RECEIVED', createdAt },
    amountUnit: 'WHOLE',
    vaspTrusted: true,
  })
  await database.db.transaction().execute(async (tx) => {
    await insertVasp(tx, { ...exampleVasp, id: vaspId })
    const actor = { type: 'COUNTERPARTY', id: vaspId } as const
    await insertTransfer(tx, sealer, [{ event: 'transfer.received', actor, transfer }], {
      ivms101: { transferPath: [] },
    })
    // Three at each time, inserted in random order.
    await sql`
      insert into transfers overriding system value
      select copy.* from transfers as one, generate_series(1, ${TRANSFERS}::int) as n,
        jsonb_populate_record(one, jsonb_build_object('sequence', one.sequence + n, 'id', gen_random_uuid(),
          'request_identifier', gen_random_uuid(), 'created_at', one.created_at + (n * 7919 % ${TRANSFERS}::int / 3) * interval '1 second')) as copy`.execute(
      tx,
    )
    await sql`
      update cases set
        status = case ordinal % 10 when 0 then 'CLOSED' when 1 then 'ON_HOLD' when 2 then 'IN_REVIEW' else 'NEW' end,
        assignee = case when ordinal % 4 = 0 then 'ada' end,
        due_at = case when ordinal % 5 = 0 then opened_at + interval '1 hour' end
      from (select transfer_id as id, row_number() over (order by transfer_id) as ordinal from cases) as numbered
      where numbered.id = transfer_id`.execute(tx)
  })
})
afterAll(() => database[Symbol.asyncDispose]())

/** The plan of a statement with sequential scans, bitmap scans and sorts disabled. */
function planOf(statement: RawBuilder<unknown>): Promise<string> {
  return database.db.transaction().execute(async (tx) => {
    for (const setting of ['enable_seqscan', 'enable_bitmapscan', 'enable_sort'])
      await sql`set local ${sql.raw(setting)} = off`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}

const OPEN = ['NEW', 'IN_REVIEW', 'ON_HOLD', 'WAITING_FOR_DATA'] as const
const due = { to: new Date(START + 900_000), defaultSeconds: DEFAULT_DUE_SECONDS }
const period = { from: new Date(START + 100_000), to: new Date(START + 800_000) }

it.each<[string, CaseFilter, Partial<TransferFilter>]>([
  ['that are open', { statuses: OPEN }, {}],
  ['on hold', { statuses: ['ON_HOLD'] }, {}],
  ['that are open and without an assignee', { statuses: OPEN, assignees: [null] }, {}],
  ['of a person', { assignees: ['ada'] }, {}],
  ['that are open and overdue', { statuses: OPEN, due }, {}],
  ['that are open, of a period', { statuses: OPEN }, period],
  ['that are closed', { statuses: ['CLOSED'] }, {}],
  ['that are open, of one direction', { statuses: OPEN }, { directions: ['RECEIVED'] }],
])('the pages of a list of cases %s contain each of them once, in order', async (_which, cases, others) => {
  const rows = await database.db
    .selectFrom('transfers')
    .innerJoin('cases', 'cases.transferId', 'transfers.id')
    .select(['transfers.id', 'createdAt', 'cases.status', 'assignee', 'priority', 'dueAt', 'openedAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('sequence', 'desc')
    .execute()
  const expected = rows.filter((row) => {
    const { status, priority, openedAt } = row
    const times = { openedAt, updatedAt: openedAt, ...(row.dueAt === null ? {} : { dueAt: row.dueAt }) }
    const assignee = row.assignee === null ? {} : { assignee: row.assignee }
    const current = { transferId: row.id, version: 1, status, priority, ...assignee, ...times }
    const isWithin = (others.from ?? 0) <= row.createdAt && (others.to === undefined || row.createdAt < others.to)
    return isWithin && matchesCase(current, cases)
  })
  expect(expected.length).toBeGreaterThan(100)
  const listed: string[] = []
  for (let after: bigint | undefined; ; ) {
    const filter = { cases, ...others }
    const page = await listTransfers({ db: database.db, sealer, assets }, { filter, first: 400, after })
    listed.push(...page.map(({ transfer }) => transfer.id))
    if (page.length < 400) break
    after = page.at(-1)?.sequence
  }
  expect(listed).toEqual(expected.map(({ id }) => id))
})

it.each<[string, readonly (typeof OPEN)[number][], Partial<CaseFilter>, Partial<TransferFilter>]>([
  ['that are open', OPEN, {}, {}],
  ['that are overdue', OPEN, { due }, {}],
  ['without an assignee', ['NEW', 'ON_HOLD'], { assignees: [null] }, {}],
  ['of a period and one direction', OPEN, {}, { ...period, directions: ['RECEIVED'] }],
])(
  'the pages of cases %s by due time contain each of them once, most overdue first',
  async (_which, statuses, conditions, others) => {
    const rows = await database.db
      .selectFrom('transfers')
      .innerJoin('cases', 'cases.transferId', 'transfers.id')
      .select(['transfers.id', 'sequence', 'createdAt', 'cases.status', 'assignee', 'dueAt', 'openedAt'])
      .execute()
    const dueOf = (row: (typeof rows)[number]) =>
      row.dueAt?.getTime() ?? row.openedAt.getTime() + DEFAULT_DUE_SECONDS * 1_000
    const expected = rows
      .filter((row) => {
        const isWithin = (others.from ?? 0) <= row.createdAt && (others.to === undefined || row.createdAt < others.to)
        const isDue = conditions.due === undefined || dueOf(row) < due.to.getTime()
        const isOpen = statuses.some((status) => status === row.status)
        return isWithin && isDue && isOpen && (conditions.assignees === undefined || row.assignee === null)
      })
      .toSorted((a, b) => dueOf(a) - dueOf(b) || Number(a.sequence - b.sequence))
    expect(expected.length).toBeGreaterThan(100)
    const listed: string[] = []
    const filter = { ...others, cases: { ...conditions, statuses } }
    for (let after: DuePosition | undefined; ; ) {
      const query = { filter, first: 400, after, defaultSeconds: DEFAULT_DUE_SECONDS }
      const page = await listDueTransfers({ db: database.db, sealer, assets }, query)
      listed.push(...page.map(({ transfer }) => transfer.id))
      after = page.at(-1)
      if (page.length < 400) break
    }
    expect(listed).toEqual(expected.map(({ id }) => id))
  },
)

it('a list by due time reads the due-time indexes in order, and only the transfers of its page', async () => {
  const page = await planDuePage(
    { db: database.db, assets },
    {
      filter: { cases: { statuses: OPEN } },
      first: 10,
      after: { due: BigInt(START + 70_000) * 1_000n, sequence: 1n },
      defaultSeconds: DEFAULT_DUE_SECONDS,
    },
  )
  const plan = await planOf(page)
  expect(plan).toMatch(/Index (?:Only )?Scan using cases_by_due on cases\b.*\n *Index Cond: \(\(?due_at >= /)
  expect(plan).toMatch(/Index (?:Only )?Scan using cases_by_opening on cases\b.*\n *Index Cond: \(\(?opened_at >= /)
  expect(plan).toMatch(/Index Scan using transfers_pkey/)
})

it('a list of open cases reads the open-case index in order, and only the transfers of its page', async () => {
  const page = await planTransferPage(
    { db: database.db, assets },
    { filter: { cases: { statuses: OPEN } }, first: 10, after: 1_000n },
  )
  const plan = await planOf(page ?? sql``)
  expect(plan).toMatch(/Index (?:Only )?Scan Backward using cases_open_by_opening/)
  expect(plan).toMatch(/Index Scan using transfers_pkey/)
})
