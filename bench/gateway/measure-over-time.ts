import type { Child } from '../child.ts'
import type { Target } from './contenders.ts'
import { askLoad, CONNECTIONS } from './measure-case.ts'
import type { BenchSettings } from './settings.ts'

const distinctOperations = 100_000
const points = 10
const partMsMax = 300_000
/** Below this share of the requested rate, the latencies are not comparable. */
const rateShareMin = 0.95

export interface MemoryPoint {
  readonly operations: number
  readonly rssMb: number
}

/** Resident memory under a long series of distinct operations. */
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
  /** URL of the subgraph without a gateway. */
  readonly subgraphUrl: string
  readonly requestsPerSecond: number
  readonly settings: BenchSettings
}

export interface AddedLatency {
  readonly requestsPerSecond: number
  readonly addedP50Ms: number
  readonly addedP99Ms: number
}

/**
 * The latency that the gateway adds to that of the subgraph, at half load. The median of
 * alternating rounds.
 */
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
  return { requestsPerSecond, addedP50Ms: middle(p50s), addedP99Ms: middle(p99s) }
}

export interface FloodOptions {
  readonly open: readonly (() => Promise<Target>)[]
  /** The load of new operations, and that of a cached one. */
  readonly loads: readonly [flood: Child, cached: Child]
  readonly token: string
  readonly settings: BenchSettings
}

/**
 * The latency of a cached operation, in ms, while new ones arrive as fast as they are answered:
 * that of each contender. The median of alternating rounds.
 */
export async function measureFlood({
  open,
  loads: [flood, cached],
  token,
  settings,
}: FloodOptions): Promise<readonly FloodLatency[]> {
  await using stack = new AsyncDisposableStack()
  const runs: { readonly target: Target; readonly rounds: FloodLatency[] }[] = []
  for (const each of open) {
    const target = await each()
    stack.use(target.child)
    runs.push({ target, rounds: [] })
  }
  let from = 0
  for (let round = -1; round < settings.rounds; round += 1) {
    for (const { target, rounds } of runs) {
      const order = {
        port: target.port,
        path: target.path,
        headers: { authorization: `Bearer ${token}` },
        durationMs: settings.roundMs,
        expectStatus: 200,
      }
      from += distinctOperations
      const [{ p50Ms, p99Ms }] = await Promise.all([
        askLoad(cached, { ...order, case: 'small', connections: 8, rate: cachedPerSecond }),
        askLoad(flood, { ...order, case: 'cold', connections: CONNECTIONS, from }),
      ])
      // The first one warms up.
      if (round >= 0) rounds.push({ p50Ms, p99Ms })
    }
  }
  return runs.map(({ rounds }) => ({
    p50Ms: middle(rounds.map(({ p50Ms }) => p50Ms)),
    p99Ms: middle(rounds.map(({ p99Ms }) => p99Ms)),
  }))
}

const cachedPerSecond = 100

export interface FloodLatency {
  readonly p50Ms: number
  readonly p99Ms: number
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
