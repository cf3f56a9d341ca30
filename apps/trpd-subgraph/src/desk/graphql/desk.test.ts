import { afterAll, beforeAll, expect, it } from 'vitest'
import { issue, transactions, trust } from '../../testing/operations.ts'
import { openTestCounterparty, type TestCounterparty } from '../../testing/test-counterparty.ts'
import { officer, openTestNode, type TestNode } from '../../testing/test-node.ts'
import { inquiryBody, pathOf, sendTrp } from '../../testing/trp-client.ts'

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const observer = { ...officer, subject: 'observer-1', scopes: ['trpd:read'] }

let node: TestNode
let counterparty: TestCounterparty
let vaspId: string
beforeAll(async () => {
  node = await openTestNode('Alice VASP')
  counterparty = await openTestCounterparty()
  counterparty.respond = () => ({ status: 204 })
  vaspId = await trust(node, counterparty.url)
  const travelAddress = await issue(node, ADDRESS)
  for (const amount of [0.1, 0.2, 0.3]) {
    const body = inquiryBody({ callback: `${counterparty.url}/callback`, amount })
    expect((await sendTrp({ url: `${node.trpUrl}${pathOf(travelAddress)}`, body })).status).toBe(200)
  }
  const [first, second, third] = (await transactions(node)).map(({ id }: { id: string }) => id)
  await change(`assessTx(id: "${first}", decision: DECLINE, reason: "No") { id }`)
  await change(`takeTx(id: "${second}") { id }`)
  await change(`setDueTime(id: "${second}", dueAt: "2026-01-01T00:00:00Z") { id }`)
  await change(`setPriority(id: "${third}", priority: URGENT) { id }`)
})
afterAll(async () => {
  await counterparty[Symbol.asyncDispose]()
  await node[Symbol.asyncDispose]()
})

async function change(call: string): Promise<void> {
  const { errors } = await node.query(`mutation { trpd { ${call} } }`)
  expect(errors ?? []).toEqual([])
}

async function summary(selection: string, identity = officer) {
  const { data, errors } = await node.query(`{ trpd { deskSummary { ${selection} } } }`, {}, identity)
  return data?.trpd?.deskSummary ?? errors?.[0]?.extensions.code
}

it('open cases are counted by status, priority, age, assignee and due time, consistently with the filters of the list', async () => {
  const { openCases } = await summary(
    `openCases { total unassigned overdue dueSoon byStatus { status count } byPriority { priority count }
      byAge { fromHours toHours count } byAssignee { assignee { id } count } }`,
  )
  expect(openCases).toMatchObject({
    total: 2,
    unassigned: 1,
    overdue: 1,
    dueSoon: 1,
    byStatus: expect.arrayContaining([
      { status: 'NEW', count: 1 },
      { status: 'IN_REVIEW', count: 1 },
      { status: 'ON_HOLD', count: 0 },
    ]),
    byPriority: [
      { priority: 'URGENT', count: 1 },
      { priority: 'HIGH', count: 0 },
      { priority: 'NORMAL', count: 1 },
      { priority: 'LOW', count: 0 },
    ],
    byAssignee: [{ assignee: { id: 'officer-1' }, count: 1 }],
  })
  expect(openCases.byAge.map(({ fromHours, toHours }: Record<string, number>) => [fromHours, toHours])).toEqual([
    [0, 1],
    [1, 4],
    [4, 24],
    [24, 72],
    [72, 168],
    [168, null],
  ])
  expect(openCases.byAge[0].count).toBe(2)
  const { data } = await node.query(
    `query ($now: DateTime!) { trpd {
      open: transactionsCount(filter: { caseStatus: [NEW, IN_REVIEW, ON_HOLD, WAITING_FOR_DATA] })
      overdue: transactionsCount(filter: { caseStatus: [NEW, IN_REVIEW, ON_HOLD, WAITING_FOR_DATA], dueTo: $now }) } }`,
    { now: new Date().toISOString() },
  )
  expect(data.trpd).toEqual({ open: openCases.total, overdue: openCases.overdue })
})

it("the caller's own cases are counted, and those of others are not", async () => {
  const own = 'myCases { total overdue dueSoon }'
  expect(await summary(own)).toEqual({ myCases: { total: 1, overdue: 1, dueSoon: 0 } })
  expect(await summary(own, observer)).toEqual({ myCases: { total: 0, overdue: 0, dueSoon: 0 } })
})

it('decisions are counted by person, and events by day, including days without events', async () => {
  const { decisions, trend } = await summary(
    `decisions(days: 90) { automatic { approved declined } byPeople { approved declined } people { person { id } approved declined } }
     trend(days: 90) { day received sent decided approved declined }`,
  )
  expect(decisions).toEqual({
    automatic: { approved: 0, declined: 0 },
    byPeople: { approved: 0, declined: 1 },
    people: [{ person: { id: 'officer-1' }, approved: 0, declined: 1 }],
  })
  expect(trend).toHaveLength(90)
  expect(new Set(trend.map(({ day }: { day: string }) => day)).size).toBe(90)
  const [before, latest] = [trend.slice(0, -2), trend.slice(-2)]
  expect(before.every((day: Record<string, number>) => day.received === 0 && day.decided === 0)).toBe(true)
  const total = (field: string) =>
    latest.reduce((sum: number, day: Record<string, number>) => sum + (day[field] ?? 0), 0)
  expect(['received', 'sent', 'decided', 'approved', 'declined'].map(total)).toEqual([3, 0, 1, 0, 1])
})

it('response times are listed by VASP, with ours separate from theirs', async () => {
  const times = (args = '') =>
    summary(
      `responseTimes${args} { vasp { id } ours { count p50Seconds p95Seconds } byPeople { count } theirs { count } }`,
    )
  const { responseTimes } = await times()
  expect(responseTimes).toEqual([
    {
      vasp: { id: vaspId },
      ours: { count: 1, p50Seconds: expect.any(Number), p95Seconds: expect.any(Number) },
      byPeople: { count: 1 },
      theirs: null,
    },
  ])
  expect(await times(`(vasp: "${vaspId}")`)).toEqual({ responseTimes })
  expect(await times('(vasp: "nobody")')).toEqual({ responseTimes: [] })
  expect(await times('(limit: 0)')).toEqual({ responseTimes: [] })
})

it('an observer may read the summary, and a range outside its limits is refused', async () => {
  expect(await summary('openCases { total }', observer)).toEqual({ openCases: { total: 2 } })
  expect(await summary('trend(days: 91) { day }')).toBe('INPUT_INVALID')
  expect(await summary('decisions(days: 0) { people { approved } }')).toBe('INPUT_INVALID')
  expect(await summary('responseTimes(months: 4) { vasp { id } }')).toBe('INPUT_INVALID')
})
