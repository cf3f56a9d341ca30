import type { Child } from '../child.ts'
import { median } from '../quantiles.ts'
import { inTurns } from '../rounds.ts'
import type { Target } from './contenders.ts'
import { askLoad, CONNECTIONS } from './measure-case.ts'
import type { BenchSettings } from './settings.ts'

const distinctOperations = 100_000
const points = 10
const partMsMax = 300_000
/** Minimum share of the requested rate; below it, the latencies are not comparable. */
const rateShareMin = 0.95

export interface MemoryPoint {
  readonly operations: number
  readonly rssMb: number
}

/** Resident memory during a long series of distinct operations. */
export async function measureMemory(
  open: () => Promise<Target>,
  load: Child,
  token: string,
): Promise<readonly MemoryPoint[]> {
  const { child, port, path } = await open()
  await using gateway = child
  const measured: MemoryPoint[] = []
  const part = distinctOperations / points
  for (let from = 0; from < distinctOperations; from += part) {
    await askLoad(load, {
      port,
      path,
      case: 'cold',
      headers: { authorization: `Bearer ${token}` },
      connections: CONNECTIONS,
      durationMs: partMsMax,
      requests: part,
      expectStatus: 200,
      from,
    })
    measured.push({ operations: from + part, rssMb: gateway.rssMb() })
  }
  return measured
}

export interface LatencyOptions {
  readonly open: () => Promise<Target>
  readonly load: Child
  readonly token: string
  /** URL of the subgraph, without a gateway. */
  readonly subgraphUrl: string
  readonly requestsPerSecond: number
  readonly settings: BenchSettings
}

export interface AddedLatency {
  readonly requestsPerSecond: number
  readonly addedP50Ms: number
  readonly addedP99Ms: number
}

/** The latency that the gateway adds to the subgraph's, at half load. The median of alternating rounds. */
export async function measureLatency(options: LatencyOptions): Promise<AddedLatency> {
  const { open, load, token, subgraphUrl, requestsPerSecond, settings } = options
  const { child, port, path } = await open()
  await using _gateway = child
  const order = {
    case: 'small',
    headers: { authorization: `Bearer ${token}` },
    connections: CONNECTIONS,
    rate: requestsPerSecond,
    expectStatus: 200,
  } as const
  const direct = { ...order, port: Number(new URL(subgraphUrl).port), path: '/graphql' }
  const through = { ...order, port, path }
  await askLoad(load, { ...through, durationMs: settings.warmUpMs })
  await askLoad(load, { ...direct, durationMs: settings.warmUpMs })
  const p50s: number[] = []
  const p99s: number[] = []
  for (let round = 0; round < settings.rounds; round += 1) {
    const bare = await askLoad(load, { ...direct, durationMs: settings.roundMs })
    const ours = await askLoad(load, { ...through, durationMs: settings.roundMs })
    const reached = ours.requests / ours.seconds
    if (reached < requestsPerSecond * rateShareMin) {
      throw new Error(`only ${reached.toFixed(0)} of ${requestsPerSecond.toFixed(0)} requests per second were reached`)
    }
    p50s.push(ours.p50Ms - bare.p50Ms)
    p99s.push(ours.p99Ms - bare.p99Ms)
  }
  return { requestsPerSecond, addedP50Ms: median(p50s), addedP99Ms: median(p99s) }
}

export interface FloodOptions {
  readonly open: Readonly<Record<FloodContender, () => Promise<Target>>>
  readonly loads: { readonly flood: Child; readonly cached: Child }
  readonly token: string
  readonly settings: BenchSettings
}

export type FloodContender = 'ours' | 'stock'
export type FloodLatencies = Readonly<Record<FloodContender, FloodLatency>>

export interface FloodLatency {
  readonly p50Ms: number
  readonly p99Ms: number
}

const cachedPerSecond = 100

/**
 * The latency of a cached operation while new operations arrive as fast as they get responses. The median of
 * alternating rounds.
 */
export async function measureFlood({ open, loads, token, settings }: FloodOptions): Promise<FloodLatencies> {
  await using stack = new AsyncDisposableStack()
  const ours = await open.ours()
  stack.use(ours.child)
  const stock = await open.stock()
  stack.use(stock.child)
  let from = 0
  async function measure({ port, path }: Target): Promise<FloodLatency> {
    const headers = { authorization: `Bearer ${token}` }
    const order = { port, path, headers, durationMs: settings.roundMs, expectStatus: 200 }
    from += distinctOperations
    const [latency] = await Promise.all([
      askLoad(loads.cached, { ...order, case: 'small', connections: 8, rate: cachedPerSecond }),
      askLoad(loads.flood, { ...order, case: 'cold', connections: CONNECTIONS, from }),
    ])
    return latency
  }
  // Warms up.
  for (const target of [ours, stock]) await measure(target)
  const results = await inTurns([ours, stock], settings.rounds, measure)
  const [ofOurs, ofStock] = results.map(([, rounds]) => ({
    p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
  }))
  if (ofOurs === undefined || ofStock === undefined) throw new Error('nothing was measured')
  return { ours: ofOurs, stock: ofStock }
}
