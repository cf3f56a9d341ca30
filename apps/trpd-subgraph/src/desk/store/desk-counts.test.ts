import { randomUUID } from 'node:crypto'
import type { Database } from '@travel-rule/database/database'
import { generateSealingKeys, openSealer } from '@travel-rule/database/seal'
import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import fc from 'fast-check'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CasePriority, nextCase } from '../../cases/domain/case.ts'
import { loadCase, saveCase } from '../../cases/store/cases.ts'
import { deskCountsMigration } from '../../foundation/store/migrations/0029-desk-counts.ts'
import { responseTotalsMigration } from '../../foundation/store/migrations/0031-response-totals.ts'
import { ruleCountsMigration } from '../../foundation/store/migrations/0059-rule-counts.ts'
import { migrations } from '../../foundation/store/migrations.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { LIMITS_RULE } from '../../rules/domain/rule.ts'
import { insertAppliedRule } from '../../rules/store/applied-rules.ts'
import { exampleVasp } from '../../testing/example-transfers.ts'
import { decide } from '../../transfers/domain/decide-transfer.ts'
import type { Command } from '../../transfers/domain/decision.ts'
import { isTerminal, openReceived, openSent, type Transfer } from '../../transfers/domain/transfer.ts'
import { insertTransfer } from '../../transfers/store/insert-transfer.ts'
import { listHistory } from '../../transfers/store/transfer-history.ts'
import { loadTransfers, lockTransfer, updateTransfer } from '../../transfers/store/transfers.ts'
import { insertVasp } from '../../vasps/store/vasps.ts'
import { countDecisions, countEvents, countRuleDecisions, type Decider, listResponses } from './desk-activity.ts'
import { foldDeskCounts } from './desk-counts.ts'
import { countOpenCases, countOwnCases } from './open-cases.ts'

const sealer = openSealer(generateSealingKeys())
const vaspIds = [1, 2].map((digit) => `${digit}0000000-0000-4000-8000-000000000000`)
const people = ['ada', 'bob']
/** Counting after an upgrade starts three months ago, so the generated stories end now. */
const now = new Date()
const DAYS = 40
const DUE_SECONDS = 86_400
const secondsAgo = (seconds: number) => new Date(now.getTime() - Math.round(seconds * 1_000))

const byPerson = fc.constantFrom(...people).map((id) => ({ type: 'USER', id }) as const)
const someStep = fc.record({
  kind: fc.constantFrom('open', 'open', 'decide', 'decide', 'case', 'case', 'erase', 'fold', 'undo'),
  index: fc.nat(),
  /** Time at which a transfer is opened. */
  age: fc.double({ min: 2_000_000, max: DAYS * 86_400, noNaN: true }),
  /** Time since the previous change. */
  seconds: fc.integer({ min: 0, max: 400_000 }),
  direction: fc.constantFrom('SENT' as const, 'RECEIVED' as const),
  vaspId: fc.constantFrom(...vaspIds),
  approve: fc.boolean(),
  actor: fc.oneof(byPerson, fc.constant({ type: 'SYSTEM', id: 'trpd' } as const)),
  rule: fc.constantFrom('small', 'countries', LIMITS_RULE),
  assignee: fc.option(fc.constantFrom(...people), { nil: undefined }),
  priority: fc.constantFrom<CasePriority>('LOW', 'NORMAL', 'HIGH', 'URGENT'),
  status: fc.constantFrom('NEW' as const, 'IN_REVIEW' as const, 'ON_HOLD' as const, 'CLOSED' as const),
  dueInSeconds: fc.option(fc.integer({ min: -900_000, max: 900_000 }), { nil: undefined }),
})
type Step = typeof someStep extends fc.Arbitrary<infer Value> ? Value : never

let database: Database<Tables>
beforeAll(async () => {
  database = await openTestDatabase<Tables>(migrations, { template: 'trpd' })
  await forgetCounts()
  await database.db.transaction().execute(async (tx) => {
    for (const id of vaspIds) await insertVasp(tx, { ...exampleVasp, id })
  })
})
afterAll(() => database[Symbol.asyncDispose]())

it('kept counts equal a recount after random stories of several writers, including stories from before an upgrade', async () => {
  const steps = (length: number) => fc.array(someStep, { minLength: length, maxLength: length })
  const [before = []] = fc.sample(steps(60), 1)
  await play(before.filter(({ kind }) => kind !== 'fold'))
  await countAgain()
  await expectExactCounts()
  await fc.assert(
    fc.asyncProperty(fc.tuple(steps(15), steps(15), steps(15)), async (writers) => {
      await Promise.all(writers.map(play))
      await expectExactCounts()
    }),
    { numRuns: 4 },
  )
  while ((await database.db.transaction().execute((tx) => foldDeskCounts(tx, 1_000))) > 0);
  await expectExactCounts()
  const { rows } =
    await sql`select from case_counts where count <= 0 union all select from case_hours where count <= 0`.execute(
      database.db,
    )
  expect(rows).toEqual([])
})

/** Reverts the database to a state before counts existed. */
async function forgetCounts(): Promise<void> {
  const tables = ['case_counts', 'case_hours', 'case_count_changes', 'event_counts', 'event_count_changes']
  const others = ['response_counts', 'response_count_changes', 'response_totals', 'rule_counts', 'rule_count_changes']
  for (const table of [...tables, ...others]) await sql`drop table ${sql.table(table)}`.execute(database.db)
  const functions = [
    'count_case_change',
    'count_history_change',
    'count_rule_decision',
    'response_of',
    'response_bucket',
  ]
  for (const name of functions) await sql`drop function ${sql.table(name)} cascade`.execute(database.db)
}

/** Runs the migrations that create the counts, as an upgrade does. */
async function countAgain(): Promise<void> {
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  await using db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  await db.transaction().execute(async (tx) => {
    await deskCountsMigration.up(tx)
    await responseTotalsMigration.up(tx)
    await ruleCountsMigration.up(tx)
  })
}

/** Performs the steps in order. Other writers may change the same transfers. */
async function play(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    const undo = new Error('undo')
    const taking = database.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        select id from transfers order by id limit 1 offset ${step.index}::bigint % greatest(1, (select count(*) from transfers))`.execute(
        tx,
      )
      const existing = rows[0] && (await lockTransfer(tx, sealer, rows[0].id))
      if (step.kind === 'fold') await foldDeskCounts(tx, 5)
      else if (step.kind === 'open' || existing === undefined) await open(tx, step)
      else if (step.kind === 'case') await changeCase(tx, existing, step)
      else if (step.kind === 'erase') await tx.deleteFrom('cases').where('transferId', '=', existing.id).execute()
      else await decideNext(tx, existing, step)
      if (step.kind === 'undo') throw undo
    })
    await taking.catch((error) => {
      if (error !== undo) throw error
    })
  }
}

type Tx = Parameters<typeof insertTransfer>[0]

async function open(tx: Tx, { direction, age, vaspId, actor }: Step): Promise<void> {
  const createdAt = secondsAgo(age)
  const facts = {
    id: randomUUID(),
    requestIdentifier: randomUUID(),
    assetId: 'btc',
    amount: '1',
    travelAddress: 'ta1',
    vaspId,
    protocolVersion: '3.2.1',
    ivms101Issues: [],
    deviations: [],
    createdAt,
  }
  const trusted = { amountUnit: 'WHOLE', vaspTrusted: true } as const
  const transfer =
    direction === 'SENT'
      ? openSent({ facts: { ...facts, direction }, ...trusted, expiresAt: now })
      : openReceived({ facts: { ...facts, direction }, ...trusted })
  const secrets = { ivms101: { transferPath: [] } }
  const event = direction === 'SENT' ? 'transfer.inquired' : 'transfer.received'
  await insertTransfer(tx, sealer, [{ event, actor, transfer }], secrets)
}

/** The next decision of the side that may decide; for an approved transfer, its end. */
async function decideNext(tx: Tx, transfer: Transfer, { approve, actor, seconds, rule }: Step): Promise<void> {
  if (isTerminal(transfer.state)) return
  const at = new Date(transfer.updatedAt.getTime() + seconds * 1_000)
  const verdict = approve
    ? ({ outcome: 'APPROVE', address: 'x' } as const)
    : ({ outcome: 'DECLINE', reason: 'r' } as const)
  const expiresAt = new Date(now.getTime() + 86_400_000)
  const isSent = transfer.direction === 'SENT'
  const isUndecided = transfer.state.status === 'PENDING'
  const command: Command = isSent
    ? isUndecided
      ? { type: 'resolve', verdict, at }
      : { type: 'cancel', reason: 'r', by: 'ada', at }
    : approve && !isUndecided
      ? { type: 'receiveConfirmation', txHash: 'h', at }
      : { type: 'assess', verdict, by: 'ada', expiresAt, at }
  const decision = decide(transfer, command)
  if (decision.outcome !== 'accepted') return
  const decider = command.type === 'assess' || command.type === 'cancel' ? actor : counterparty
  await updateTransfer(tx, sealer, { event: decision.event, actor: decider, transfer: decision.transfer })
  if (decider.type !== 'SYSTEM') return
  const action = command.type === 'assess' ? (approve ? 'APPROVE' : 'DECLINE') : 'HOLD'
  const { id: transferId, version: transferVersion } = decision.transfer
  await insertAppliedRule(tx, { name: rule, version: transferVersion, action, transferId, transferVersion, at })
}

const counterparty = { type: 'COUNTERPARTY', id: 'c' } as const

async function changeCase(tx: Tx, transfer: Transfer, step: Step): Promise<void> {
  const current = await loadCase(tx, sealer, transfer)
  const { assignee: _, dueAt: __, ...rest } = current
  const next = nextCase(rest, now, {
    status: step.status,
    priority: step.priority,
    ...(step.assignee === undefined ? {} : { assignee: step.assignee }),
    ...(step.dueInSeconds === undefined ? {} : { dueAt: secondsAgo(-step.dueInSeconds) }),
  })
  await saveCase(tx, sealer, { next, event: 'case.assigned' }, { type: 'USER', id: 'ada' })
}

async function expectExactCounts(): Promise<void> {
  await database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await expectExactCases(tx)
      await expectExactActivity(tx)
    })
}

async function expectExactCases(db: Kysely<Tables>): Promise<void> {
  const all = await db.selectFrom('cases').selectAll().where('status', '<>', 'CLOSED').execute()
  const times = [0, 1_800, 86_400 / 3, 700_000, 2_345_678, DAYS * 86_400, -40_000].map(secondsAgo)
  const limits = { dueBefore: times, defaultDueSeconds: DUE_SECONDS }
  const counted = await countOpenCases(db, { openedBefore: times, ...limits })
  const dueAt = (row: (typeof all)[number]) => row.dueAt?.getTime() ?? row.openedAt.getTime() + DUE_SECONDS * 1_000
  expect(counted.openedBefore).toEqual(times.map((at) => all.filter((row) => row.openedAt < at).length))
  expect(counted.dueBefore).toEqual(times.map((at) => all.filter((row) => dueAt(row) < at.getTime()).length))
  const groups = Map.groupBy(all, ({ status, priority, assignee }) => `${status} ${priority} ${assignee ?? undefined}`)
  expect(
    new Map(
      counted.groups.map(({ status, priority, assignee, count }) => [`${status} ${priority} ${assignee}`, count]),
    ),
  ).toEqual(new Map([...groups].map(([key, { length }]) => [key, length])))
  const own = all.filter(({ assignee }) => assignee === 'ada')
  expect(await countOwnCases(db, { assignee: 'ada', ...limits })).toEqual({
    total: own.length,
    dueBefore: times.map((at) => own.filter((row) => dueAt(row) < at.getTime()).length),
  })
}

async function expectExactActivity(db: Kysely<Tables>): Promise<void> {
  const ids = (await db.selectFrom('transfers').select('id').execute()).map(({ id }) => id)
  const transfers = ids.length === 0 ? [] : await loadTransfers(db, sealer, ids)
  const history = ids.length === 0 ? [] : await listHistory(db, sealer, ids)
  const since = secondsAgo((DAYS + 1) * 86_400)
    .toISOString()
    .slice(0, 10)

  const events = Map.groupBy(history, ({ transfer, event, actor }) =>
    [transfer.updatedAt.toISOString().slice(0, 10), transfer.direction, event, actor.type].join(' '),
  )
  const counts = await countEvents(db, since)
  expect(
    new Map(
      counts.map(({ day, direction, event, actorType, count }) => [`${day} ${direction} ${event} ${actorType}`, count]),
    ),
  ).toEqual(new Map([...events].map(([key, { length }]) => [key, length])))

  const decisions = history.filter(({ event }) => event === 'transfer.approved' || event === 'transfer.declined')
  const ours = decisions.filter(({ transfer }) => transfer.direction === 'RECEIVED')
  const byDecider = Map.groupBy(ours, ({ actor }) => (actor.type === 'USER' ? actor.id : undefined))
  const decided = [...byDecider].map(([person, own]) => {
    const approved = own.filter(({ event }) => event === 'transfer.approved').length
    return [person, { person, approved, declined: own.length - approved }] as const
  })
  expect(new Map((await countDecisions(db, since)).map((each) => [each.person, each]))).toEqual(new Map(decided))

  const applied = (await db.selectFrom('appliedRules').selectAll().execute()).filter(({ action }) => action !== 'HOLD')
  const byRule = Map.groupBy(applied, ({ name }) => name)
  const ruled = [...byRule].map(([rule, own]) => {
    const approved = own.filter(({ action }) => action === 'APPROVE').length
    return [rule, { rule, approved, declined: own.length - approved }] as const
  })
  expect(new Map((await countRuleDecisions(db, since, 10)).map((each) => [each.rule, each]))).toEqual(new Map(ruled))

  const responses = transfers.flatMap(({ id, vaspId, direction, createdAt }) => {
    const first = decisions.find(({ transfer }) => transfer.id === id)
    if (first === undefined) return []
    const seconds = (first.transfer.updatedAt.getTime() - createdAt.getTime()) / 1_000
    const decider: Decider = direction === 'SENT' ? 'COUNTERPARTY' : first.actor.type === 'USER' ? 'PERSON' : 'SERVICE'
    return [`${vaspId} ${decider} ${Math.floor(4 * Math.log2(Math.max(1, seconds)))}`]
  })
  const listed = (await listResponses(db, { since: `${since.slice(0, 7)}-01`, limit: 10 })).flatMap(
    ({ vaspId, histograms }) =>
      Object.entries(histograms).flatMap(([decider, histogram]) =>
        histogram.flatMap(({ bucket, count }) => Array<string>(count).fill(`${vaspId} ${decider} ${bucket}`)),
      ),
  )
  expect(listed.toSorted()).toEqual(responses.toSorted())
}
