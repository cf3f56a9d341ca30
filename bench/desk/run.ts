import { type Child, openChild } from '../child.ts'
import { writeReport } from '../report.ts'
import { type BenchTrpd, openBenchTrpd } from '../trpd/bench-trpd.ts'
import { LIST } from '../trpd/cases.ts'
import type { TrpdLoadResult } from '../trpd/load-process.ts'
import { analyze, loadTransfers } from '../trpd/load-transfers.ts'
import type { TrpdBenchSettings } from '../trpd/settings.ts'
import { analyzeCases, loadCases, OFFICER } from './load-cases.ts'
import { measureChecks } from './measure-checks.ts'
import { measureErasure } from './measure-erasure.ts'
import { loadVerdicts, measureDryRun } from './measure-rules.ts'
import { isComplete, readDeskBenchSettings } from './settings.ts'
import { type DeskCase, missedGoals, tableOf } from './table.ts'

/** Lists are requested all day, over one connection per core. */
const LIST_CONNECTIONS = 2
/** The home page is opened occasionally. */
const SUMMARY_CONNECTIONS = 1
const WARM_UP_MS = 700

/** The content of an officer's home page, except names of people, which another subgraph knows. */
const SUMMARY = `{ trpd { deskSummary {
  openCases { total unassigned overdue dueSoon byStatus { status count } byPriority { priority count } byAge { fromHours count }
    byAssignee { assignee { id } count } }
  vaspReviewsDue myCases { total overdue dueSoon }
  decisions(days: 30) { automatic { approved declined } byPeople { approved declined } people { person { id } approved declined } rules { rule approved declined } }
  trend(days: 30) { day received sent approved declined }
  responseTimes { vasp { id name } ours { count p50Seconds p95Seconds } theirs { count p50Seconds p95Seconds } }
} } }`

/** Measures requests for which officers wait, among a million transactions. */
export async function run(): Promise<void> {
  const settings = readDeskBenchSettings(process.env)
  await using stack = new AsyncDisposableStack()
  const node = stack.use(await openBenchTrpd(settings))
  const load = stack.use(await openChild(new URL('../trpd/load-process.ts', import.meta.url), {}))
  const bench: Bench = { settings, node, load, cases: [] }
  const began = performance.now()
  await loadTransfers(node, settings.rows)
  await loadCases(node)
  await node.start()
  await analyze(node)
  await analyzeCases(node)
  console.log(`${settings.rows} transactions after ${Math.round((performance.now() - began) / 1_000)} s`)
  await checkSummary(node)
  await measureQuery(bench, 'desk-summary', { query: SUMMARY, variables: {}, connections: SUMMARY_CONNECTIONS })
  for (const [name, filter] of Object.entries(CASE_FILTERS)) {
    const list = { query: LIST, variables: { filter }, connections: LIST_CONNECTIONS }
    await measureQuery(bench, `list-${name}`, list)
  }
  await measureRules(bench)
  if (wants(bench, 'erase-customer')) record(bench, 'erase-customer-1000', await measureErasure(node))
  if (wants(bench, 'checks')) {
    await node.stop()
    const measured = { name: 'checks-screening-50k', ...(await measureChecks(node)) }
    bench.cases.push(measured)
    console.log(JSON.stringify(measured))
  }
  const { cases } = bench
  const table = tableOf(cases, settings.rows)
  console.log(table)
  if (isComplete(settings)) await writeReport('desk', { rows: settings.rows, cases }, table)
  const missed = missedGoals(cases)
  for (const line of missed) console.error(line)
  if (missed.length > 0) process.exitCode = 1
}

const OPEN = ['NEW', 'IN_REVIEW', 'ON_HOLD', 'WAITING_FOR_DATA']
const NOW = new Date().toISOString()

/** Filters by case, by name: rare and frequent values, and combinations. */
const CASE_FILTERS: Readonly<Record<string, object>> = {
  'case-new': { caseStatus: ['NEW'] },
  'case-open': { caseStatus: OPEN },
  'case-on-hold': { caseStatus: ['ON_HOLD'] },
  'case-closed': { caseStatus: ['CLOSED'] },
  'case-mine': { caseStatus: OPEN, assignee: [OFFICER] },
  'case-of-officer': { assignee: ['officer-7'] },
  'case-unassigned': { caseStatus: OPEN, assignee: [null] },
  'case-urgent': { caseStatus: OPEN, priority: ['URGENT'] },
  'case-normal': { priority: ['NORMAL'] },
  'case-overdue': { caseStatus: OPEN, dueTo: NOW },
  'case-due-later': { caseStatus: OPEN, dueFrom: NOW },
  'case-and-folder': { caseStatus: ['IN_REVIEW'], folder: ['INBOX'] },
  'case-and-asset': { caseStatus: OPEN, asset: ['usdc-ethereum'] },
}

interface Bench {
  readonly settings: TrpdBenchSettings
  readonly node: BenchTrpd
  readonly load: Child
  readonly cases: DeskCase[]
}

interface Summary {
  readonly openCases: object
  readonly decisions: object
  readonly trend: readonly object[]
  readonly responseTimes: readonly object[]
}

/** Missing counts would make a summary appear fast. */
async function checkSummary(node: BenchTrpd): Promise<void> {
  const { trpd } = await node.query<{ trpd: { deskSummary: Summary } }>(SUMMARY)
  const { openCases, decisions, trend, responseTimes } = trpd.deskSummary
  for (const [name, list] of Object.entries({ ...openCases, ...decisions, trend, responseTimes })) {
    if (Array.isArray(list) && list.length === 0)
      throw new Error(`deskSummary has no ${name}: load-cases.ts lacks counts`)
  }
}

function wants({ settings }: Pick<Bench, 'settings'>, name: string): boolean {
  return settings.only?.some((start) => name.startsWith(start)) ?? true
}

async function measureRules(bench: Bench): Promise<void> {
  if (!wants(bench, 'rule-dry-run')) return
  await loadVerdicts(bench.node)
  record(bench, 'rule-dry-run-100000', await measureDryRun(bench.node))
}

/** Adds a case from a few runs; `times` is sorted in ascending order. */
function record({ cases }: Pick<Bench, 'cases'>, name: string, times: readonly number[]): void {
  const longest = times.at(-1) ?? 0
  const measured = { name, p50Ms: times[Math.floor(times.length / 2)] ?? 0, p95Ms: longest, p99Ms: longest }
  cases.push(measured)
  console.log(JSON.stringify(measured))
}

interface QueryCase {
  readonly query: string
  readonly variables: object
  /** Number of concurrent requests. */
  readonly connections: number
}

async function measureQuery(bench: Bench, name: string, { query, variables, connections }: QueryCase): Promise<void> {
  if (!wants(bench, name)) return
  const { node, load, settings } = bench
  // A failing request would be measured as a fast one.
  await node.query(query, variables)
  const order = {
    port: node.graphqlPort,
    path: '/graphql',
    headers: await node.headers(),
    bodies: [JSON.stringify({ query, variables })],
    identifies: false,
    connections,
  }
  const ask = async (durationMs: number) => (await load.ask({ ...order, durationMs })) as unknown as TrpdLoadResult
  await ask(WARM_UP_MS)
  const { failures, p50Ms, p95Ms, p99Ms } = await ask(settings.caseMs)
  if (failures > 0) throw new Error(`${failures} requests of ${name} failed`)
  const measured = { name, p50Ms, p95Ms, p99Ms }
  bench.cases.push(measured)
  console.log(JSON.stringify(measured))
}
