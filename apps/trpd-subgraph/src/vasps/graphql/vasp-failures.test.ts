import { openDatabase } from '@travel-rule/database/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { foldDeskCounts } from '../../desk/store/desk-counts.ts'
import { migrations } from '../../foundation/store/migrations.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { inquire, issue, trust } from '../../testing/operations.ts'
import { openTestCounterparty, type TestCounterparty } from '../../testing/test-counterparty.ts'
import { HOUR_DEADLINES, officer, openTestNode, type TestNode, until } from '../../testing/test-node.ts'
import { inquiryBody, pathOf, sendTrp } from '../../testing/trp-client.ts'

/** A word in a note that must not occur in any table or event. */
const PLANTED = 'Zarquon'
const observer = { ...officer, subject: 'observer-1', scopes: ['trpd:read'] }

let node: TestNode
let counterparty: TestCounterparty
let vaspId: string
beforeAll(async () => {
  node = await openTestNode('Alice VASP', { deadlines: { ...HOUR_DEADLINES, inquiry: 1 } })
  counterparty = await openTestCounterparty()
  counterparty.respond = () => ({ status: 200, body: '{"version":"3.2.1"}' })
  vaspId = await trust(node, counterparty.url)
})
afterAll(async () => {
  await counterparty[Symbol.asyncDispose]()
  await node[Symbol.asyncDispose]()
})

const FAILURES = `dataFailures { inquiriesReceived inquiriesWithGaps gapShare gaps { kind count } inquiriesSent inquiriesUnanswered }`

async function vasp(selection: string, identity = officer) {
  const { data, errors } = await node.query(`{ trpd { vasp(id: "${vaspId}") { ${selection} } } }`, {}, identity)
  return data?.trpd?.vasp ?? errors?.[0]?.extensions.code
}

async function record(args: string) {
  const { data, errors } = await node.query(
    `mutation { trpd { recordMeasure(id: "${vaspId}", ${args}) { measures { kind note deadline recordedBy { id } } } } }`,
  )
  return data?.trpd?.recordMeasure?.measures ?? errors?.[0]?.extensions.code
}

it("gaps in a VASP's data and inquiries that it leaves unanswered are counted", async () => {
  expect(await vasp(FAILURES)).toEqual({
    dataFailures: {
      inquiriesReceived: 0,
      inquiriesWithGaps: 0,
      gapShare: null,
      gaps: [],
      inquiriesSent: 0,
      inquiriesUnanswered: 0,
    },
  })
  const { IVMS101: complete } = JSON.parse(inquiryBody())
  const withoutBeneficiary = { ...complete, beneficiary: { ...complete.beneficiary, beneficiaryPersons: [] } }
  const travelAddress = await issue(node)
  for (const IVMS101 of [complete, withoutBeneficiary, withoutBeneficiary]) {
    const body = inquiryBody({ callback: `${counterparty.url}/callback`, IVMS101 })
    expect((await sendTrp({ url: `${node.trpUrl}${pathOf(travelAddress)}`, body })).status).toBe(200)
  }
  const { errors } = await inquire(node, counterparty.travelAddress)
  expect(errors ?? []).toEqual([])
  const { dataFailures } = await until(
    () => vasp(FAILURES),
    ({ dataFailures: { inquiriesUnanswered } }) => inquiriesUnanswered === 1,
  )
  expect(dataFailures).toMatchObject({ inquiriesReceived: 3, inquiriesWithGaps: 2, inquiriesSent: 1 })
  expect(dataFailures.gapShare).toBeCloseTo(2 / 3)
  expect(dataFailures.gaps).toContainEqual({ kind: 'REQUIRED', count: 2 })
  const { data } = await node.query('{ trpd { failingVasps { id } none: failingVasps(limit: 0) { id } } }')
  expect(data.trpd).toEqual({ failingVasps: [{ id: vaspId }], none: [] })

  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
  await database.db.transaction().execute((tx) => foldDeskCounts(tx, 1_000))
  expect(await vasp(FAILURES)).toEqual({ dataFailures })
})

it('measures towards a VASP are kept with their author, latest first, and their notes are sealed', async () => {
  expect(await record(`kind: WARNED, takenAt: "2026-01-01T00:00:00Z", note: "${PLANTED} was called"`)).toMatchObject([
    { kind: 'WARNED', note: `${PLANTED} was called`, deadline: null, recordedBy: { id: 'officer-1' } },
  ])
  const deadline = '2026-03-01T00:00:00.000Z'
  // A measure only records what the operator has done.
  const measures = await record(`kind: DEADLINE_SET, takenAt: "2026-02-01T00:00:00Z", deadline: "${deadline}"`)
  expect(measures).toMatchObject([{ kind: 'DEADLINE_SET', note: null, deadline }, { kind: 'WARNED' }])
  expect(await vasp('trust measures(limit: 1, offset: 1) { kind }')).toEqual({
    trust: 'TRUSTED',
    measures: [{ kind: 'WARNED' }],
  })
  expect(await vasp('measures { kind recordedBy { id } }', observer)).toMatchObject({ measures: [{}, {}] })
  const notes = await node.query(`{ trpd { vasp(id: "${vaspId}") { measures { note } } } }`, {}, observer)
  expect(notes.errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  expect(JSON.stringify(notes.data)).not.toContain(PLANTED)
  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
  const { rows } = await sql<{ all: string }>`
    select (select jsonb_agg(m) from vasp_measures as m)::text || (select jsonb_agg(o) from outbox as o)::text as all`.execute(
    database.db,
  )
  expect(rows[0]?.all).toContain('vasp.measure_recorded')
  expect(rows[0]?.all).not.toContain(PLANTED)
})

it.each([
  ['kind: DEADLINE_SET', 'VASP_MEASURE_INVALID'],
  ['kind: WARNED, deadline: "2126-01-01T00:00:00Z"', 'VASP_MEASURE_INVALID'],
  ['kind: DEADLINE_SET, takenAt: "2026-02-01T00:00:00Z", deadline: "2026-02-01T00:00:00Z"', 'VASP_MEASURE_INVALID'],
  ['kind: TERMINATED, takenAt: "2126-01-01T00:00:00Z"', 'VASP_MEASURE_INVALID'],
  [`kind: RESTRICTED, note: "${'x'.repeat(4_001)}"`, 'NOTE_INVALID'],
])('a measure that is incomplete or contradictory is refused: %#', async (args, code) => {
  expect(await record(args)).toBe(code)
})
