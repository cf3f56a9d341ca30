import { parseInquiryTarget } from '@travel-rule/trpd-subgraph/address-book/domain/inquiry-target'
import { encodeTravelAddress } from '@travel-rule/trpd-subgraph/address-book/domain/travel-address'
import { openChild } from '../child.ts'
import { processesCpuMs } from '../process-cpu.ts'
import { quantilesOf } from '../quantiles.ts'
import { COUNT, deepCursor, ENTITIES, filtersOf, LIST, someIds } from './cases.ts'
import { inquiriesOf, prepareInbound, trpHeaders } from './inbound.ts'
import type { TrpdLoadOrder } from './load-process.ts'
import { ask, orderOf, record, runTrpdBench, type TrpdBench, wants } from './run-trpd-bench.ts'
import { readTrpdBenchSettings } from './settings.ts'
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
  await runTrpdBench('trpd', readTrpdBenchSettings(process.env, 18_000), { measure, tableOf, missedGoals })
}

type Bench = TrpdBench<TrpdCase>

async function measure(bench: Bench): Promise<void> {
  await measureQueries(bench)
  await measureInbound(bench)
  measureTravelAddress(bench)
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
  await measureCase(bench, name, await orderOf(bench.node, { query, variables, connections: QUERY_CONNECTIONS }))
}

type Order = Omit<TrpdLoadOrder, 'durationMs'>

async function measureCase(bench: Bench, name: string, order: Order, cpuMs = bench.node.cpuMs): Promise<void> {
  const isInquiry = name.startsWith('inbound')
  const { caseMs } = bench.settings
  await ask(bench, { ...order, durationMs: isInquiry ? INBOUND_WARM_UP_MS : WARM_UP_MS })
  const before = cpuMs()
  const result = await ask(bench, { ...order, durationMs: isInquiry ? 4 * caseMs : caseMs })
  const { requests, seconds, p50Ms, p95Ms, p99Ms } = result
  const cpuMsEach = (cpuMs() - before) / requests
  record(bench, { name, perSecond: requests / seconds, p50Ms, p95Ms, p99Ms, cpuMsEach })
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
    await measureCase(bench, 'inbound-baseline', { ...order, port: Number(child.ready.port), path: '/' }, cpuMs)
  }
  for (const [name, autoApprove] of [
    ['inbound', false],
    ['inbound-approved', true],
  ] as const) {
    if (!wants(bench, name)) continue
    const path = await prepareInbound(node, callbackPort, autoApprove)
    await measureCase(bench, name, { ...order, port: node.trpPort, path })
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
    bench.cases.push({ name, perSecond: 1_000 / cpuMsEach, ...quantilesOf(times), cpuMsEach })
  }
}
