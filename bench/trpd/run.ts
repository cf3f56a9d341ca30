import { parseInquiryTarget } from '@travel-rule/trpd-subgraph/address-book/domain/inquiry-target'
import { encodeTravelAddress } from '@travel-rule/trpd-subgraph/address-book/domain/travel-address'
import { type Child, openChild } from '../child.ts'
import { processesCpuMs } from '../process-cpu.ts'
import { writeReport } from '../report.ts'
import { type BenchTrpd, openBenchTrpd } from './bench-trpd.ts'
import { COUNT, deepCursor, ENTITIES, filtersOf, LIST, someIds } from './cases.ts'
import { inquiriesOf, prepareInbound, trpHeaders } from './inbound.ts'
import type { TrpdLoadOrder, TrpdLoadResult } from './load-process.ts'
import { analyze, loadTransfers } from './load-transfers.ts'
import { isComplete, readTrpdBenchSettings, type TrpdBenchSettings } from './settings.ts'
import { missedGoals, type TrpdCase, tableOf } from './table.ts'

/** Enough concurrent requests to keep both cores busy; more would only wait longer for their turn. */
const INBOUND_CONNECTIONS = 8
/** One connection per core. */
const QUERY_CONNECTIONS = 2
const WARM_UP_MS = 700
/** Longer, because an inquiry runs much more code than a query. */
const INBOUND_WARM_UP_MS = 6_000

/** Measures inquiries from counterparties, and queries on a million transactions. */
export async function run(): Promise<void> {
  const settings = readTrpdBenchSettings(process.env)
  await using stack = new AsyncDisposableStack()
  const node = stack.use(await openBenchTrpd(settings))
  const load = stack.use(await openChild(new URL('load-process.ts', import.meta.url), {}))
  const bench: Bench = { settings, node, load, cases: [] }
  const began = performance.now()
  await loadTransfers(node, settings.rows)
  await node.start()
  await analyze(node)
  console.log(`${settings.rows} transactions after ${Math.round((performance.now() - began) / 1_000)} s`)
  await measureQueries(bench)
  await measureInbound(bench)
  measureTravelAddress(bench)
  const { cases } = bench
  const table = tableOf(cases, settings.rows)
  console.log(table)
  if (isComplete(settings)) await writeReport('trpd', { rows: settings.rows, cases }, table)
  const missed = missedGoals(cases)
  for (const line of missed) console.error(line)
  if (missed.length > 0) process.exitCode = 1
}

interface Bench {
  readonly settings: TrpdBenchSettings
  readonly node: BenchTrpd
  readonly load: Child
  readonly cases: TrpdCase[]
}

function wants({ settings }: Bench, name: string): boolean {
  return settings.only?.some((start) => name.startsWith(start)) ?? true
}

async function measureQueries(bench: Bench): Promise<void> {
  const { node } = bench
  for (const [name, filter] of Object.entries(await filtersOf(node))) {
    if (wants(bench, `list-${name}`)) {
      await measureQuery(bench, `list-${name}`, LIST, { filter })
      const after = await deepCursor(node, filter)
      if (after !== undefined) await measureQuery(bench, `list-${name}-page-1000`, LIST, { filter, after })
    }
    if (wants(bench, `count-${name}`)) await measureQuery(bench, `count-${name}`, COUNT, { filter })
  }
  if (!wants(bench, 'entities-100')) return
  const representations = (await someIds(node)).map((id) => ({ __typename: 'Transaction', id }))
  await measureQuery(bench, 'entities-100', ENTITIES, { representations })
}

async function measureQuery(bench: Bench, name: string, query: string, variables: object): Promise<void> {
  // A failing request would be measured as a fast one.
  await bench.node.query(query, variables)
  const { graphqlPort: port, headers } = bench.node
  await measure(bench, name, {
    port,
    path: '/graphql',
    headers: await headers(),
    bodies: [JSON.stringify({ query, variables })],
    identifies: false,
    connections: QUERY_CONNECTIONS,
  })
}

type Order = Omit<TrpdLoadOrder, 'durationMs'>

async function measure(bench: Bench, name: string, order: Order, cpuMs = bench.node.cpuMs): Promise<TrpdCase> {
  const isInquiry = name.startsWith('inbound')
  const { caseMs } = bench.settings
  await ask(bench, { ...order, durationMs: isInquiry ? INBOUND_WARM_UP_MS : WARM_UP_MS })
  const before = cpuMs()
  const result = await ask(bench, { ...order, durationMs: isInquiry ? 4 * caseMs : caseMs })
  const { requests, seconds, p50Ms, p95Ms, p99Ms } = result
  const cpuMsEach = (cpuMs() - before) / requests
  const measured = { name, perSecond: requests / seconds, p50Ms, p95Ms, p99Ms, cpuMsEach }
  bench.cases.push(measured)
  console.log(JSON.stringify(measured))
  return measured
}

async function ask({ load }: Bench, order: TrpdLoadOrder): Promise<TrpdLoadResult> {
  const result = (await load.ask(order)) as unknown as TrpdLoadResult
  if (result.failures > 0) throw new Error(`${result.failures} of ${result.requests} requests to ${order.path} failed`)
  return result
}

/**
 * Each inquiry is validated, checked, sealed, stored, audited and responded to; `-approved` also decides it and sends
 * the decision to the callback.
 */
async function measureInbound(bench: Bench): Promise<void> {
  const { node, load } = bench
  const callbackPort = Number(load.ready.port)
  const bodies = inquiriesOf(callbackPort)
  const order = { headers: await trpHeaders(), bodies, identifies: true, connections: INBOUND_CONNECTIONS }
  if (wants(bench, 'inbound-baseline')) {
    const env = { DATABASE_URL: node.databaseUrl }
    await using child = await openChild(new URL('baseline-process.ts', import.meta.url), env)
    const cpuMs = () => node.cpuMs() + processesCpuMs([child.pid])
    await measure(bench, 'inbound-baseline', { ...order, port: Number(child.ready.port), path: '/' }, cpuMs)
  }
  for (const [name, autoApprove] of [
    ['inbound', false],
    ['inbound-approved', true],
  ] as const) {
    if (!wants(bench, name)) continue
    const path = await prepareInbound(node, callbackPort, autoApprove)
    await measure(bench, name, { ...order, port: node.trpPort, path })
  }
}

/** In this process, since a request would cost more than the measured work. */
function measureTravelAddress(bench: Bench): void {
  const rules = { privateHosts: false, ports: true }
  const travelAddress = encodeTravelAddress('trp.vasp.example/x/kQ3c8Zq7yqV9w2T1uXb0aA?t=i')
  const calls: Readonly<Record<string, () => unknown>> = {
    'validate-travel-address': () => parseInquiryTarget(travelAddress, rules).ok,
    'decode-travel-address': () => parseInquiryTarget(travelAddress, rules),
  }
  for (const [name, call] of Object.entries(calls)) {
    if (!wants(bench, name)) continue
    const times: number[] = []
    const before = process.cpuUsage()
    for (const endsAt = performance.now() + bench.settings.caseMs; performance.now() < endsAt; ) {
      const from = performance.now()
      call()
      times.push(performance.now() - from)
    }
    const { user, system } = process.cpuUsage(before)
    const cpuMsEach = (user + system) / 1_000 / times.length
    const sorted = Float64Array.from(times).sort()
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
    bench.cases.push({
      name,
      perSecond: 1_000 / cpuMsEach,
      p50Ms: at(0.5),
      p95Ms: at(0.95),
      p99Ms: at(0.99),
      cpuMsEach,
    })
  }
}
