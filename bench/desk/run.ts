import { median } from '../quantiles.ts'
import type { BenchTrpd } from '../trpd/bench-trpd.ts'
import { LIST } from '../trpd/cases.ts'
import { ask, orderOf, type Query, record, runTrpdBench, type TrpdBench, wants } from '../trpd/run-trpd-bench.ts'
import { readTrpdBenchSettings } from '../trpd/settings.ts'
import { analyzeCases, loadCases, OFFICER } from './load-cases.ts'
import { measureChecks } from './measure-checks.ts'
import { measureErasure } from './measure-erasure.ts'
import { loadVerdicts, measureDryRun } from './measure-rules.ts'
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
  const parts = { loadMore: loadCases, analyzeMore: analyzeCases, measure, tableOf, missedGoals }
  await runTrpdBench('desk', readTrpdBenchSettings(process.env, 18_200), parts)
}

type Bench = TrpdBench<DeskCase>

async function measure(bench: Bench): Promise<void> {
  const { node } = bench
  await checkSummary(node)
  await measureQuery(bench, 'desk-summary', { query: SUMMARY, variables: {}, connections: SUMMARY_CONNECTIONS })
  for (const [name, filter] of Object.entries(CASE_FILTERS)) {
    const list = { query: LIST, variables: { filter }, connections: LIST_CONNECTIONS }
    await measureQuery(bench, `list-${name}`, list)
  }
  await measureRules(bench)
  if (wants(bench, 'erase-customer')) recordTimes(bench, 'erase-customer-1000', await measureErasure(node))
  if (!wants(bench, 'checks')) return
  await node.stop()
  record(bench, { name: 'checks-screening-50k', ...(await measureChecks(node)) })
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

async function measureRules(bench: Bench): Promise<void> {
  if (!wants(bench, 'rule-dry-run')) return
  await loadVerdicts(bench.node)
  recordTimes(bench, 'rule-dry-run-100000', await measureDryRun(bench.node))
}

/** Adds a case from a few runs; `times` is sorted in ascending order. */
function recordTimes(bench: Bench, name: string, times: readonly number[]): void {
  const longest = times.at(-1) ?? 0
  record(bench, { name, p50Ms: median(times), p95Ms: longest, p99Ms: longest })
}

async function measureQuery(bench: Bench, name: string, query: Query): Promise<void> {
  if (!wants(bench, name)) return
  const order = await orderOf(bench.node, query)
  await ask(bench, { ...order, durationMs: WARM_UP_MS })
  const { p50Ms, p95Ms, p99Ms } = await ask(bench, { ...order, durationMs: bench.settings.caseMs })
  record(bench, { name, p50Ms, p95Ms, p99Ms })
}
