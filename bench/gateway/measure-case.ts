import type { Child } from '../child.ts'
import { inTurns, middleOf } from '../rounds.ts'
import type { ProbeOrder } from './allocation-probe.ts'
import type { Contender, Target } from './contenders.ts'
import type { LoadOrder, LoadResult } from './load-process.ts'
import type { BenchSettings } from './settings.ts'

export type CaseName =
  | 'small'
  | 'large'
  | 'large-texts'
  | 'join'
  | 'join-wide'
  | 'mutation'
  | 'mixed'
  | 'cold'
  | 'invalid-token'

/** Unlike times, numbers of system calls, copies and allocations are the same on every machine. */
export interface Measured {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly cpuMsPerRequest: number
  /** Share of its core that the process used, 0 to 1. */
  readonly coreShare: number
  readonly rssMb: number
  readonly responseBytes: number
  /** CPU time of the process and the subgraphs together. */
  readonly pathCpuMsPerRequest: number
  /** Reads and writes of the process, not counting waits for events. */
  readonly systemCallsPerRequest: number
  /** Bytes moved between the process and the kernel by these. */
  readonly copiedBytesPerRequest: number
  /** JavaScript objects, estimated from samples; buffers outside of the heap are not counted. */
  readonly allocatedBytesPerRequest: number
}

type Round = Omit<Measured, 'allocatedBytesPerRequest'>

export interface MeasureOptions {
  readonly name: CaseName
  readonly contenders: readonly Contender[]
  readonly open: Readonly<Record<Contender, () => Promise<Target>>>
  readonly load: Child
  readonly subgraphs: Child
  readonly tokens: { readonly valid: string; readonly invalid: string }
  readonly settings: BenchSettings
}

export const CONNECTIONS = 32
const coldOperations = 10_000
const coldWarmUpOperations = 500
/** Number of sampled requests. They are not part of a round, since sampling slows the process down. */
const allocationRequests = 1_000
/** Timeout: longer than any step, even on a slow machine. */
const coldRoundMsMax = 120_000

/** The expected response lengths of a case. A different length is a bug in the benchmark. */
const RESPONSE_BYTES: Readonly<Partial<Record<CaseName, readonly [number, number]>>> = {
  small: [900, 1_300],
  large: [70_000, 80_000],
  'large-texts': [70_000, 80_000],
}

/**
 * The median round of each contender, with the peak memory of all rounds. All contenders are warmed
 * up before the first round.
 */
export async function measureCase(options: MeasureOptions): Promise<Partial<Record<Contender, Measured>>> {
  const { name, contenders, open, load, subgraphs, settings } = options
  await using stack = new AsyncDisposableStack()
  const runs: { readonly contender: Contender; readonly target: Target }[] = []
  for (const contender of contenders) {
    const target = await open[contender]()
    stack.use(target.child)
    runs.push({ contender, target })
    const order = orderOf(options, contender, target)
    await askLoad(load, name === 'cold' ? { ...order, requests: coldWarmUpOperations } : order)
  }
  const results = await inTurns(runs, settings.rounds, ({ contender, target }, round) => {
    const order = orderOf(options, contender, target)
    const perRound = Math.ceil(coldOperations / settings.rounds)
    const cold = { durationMs: coldRoundMsMax, requests: perRound, from: 1_000 + round * coldOperations }
    const duration = { durationMs: settings.roundMs }
    const parts = { target, load, subgraphs, name }
    return measureRound(parts, { ...order, ...(name === 'cold' ? cold : duration) })
  })
  const measured: [Contender, Measured][] = []
  for (const [{ contender, target }, rounds] of results) {
    const order = orderOf(options, contender, target)
    const allocatedBytesPerRequest = await measureAllocation(target, load, order)
    const rssMb = Math.max(...rounds.map((round) => round.rssMb))
    const middle = middleOf(rounds, ({ requestsPerSecond }) => requestsPerSecond)
    measured.push([contender, { ...middle, rssMb, allocatedBytesPerRequest }])
  }
  return Object.fromEntries(measured)
}

export async function askLoad(load: Child, order: LoadOrder): Promise<LoadResult> {
  const result = (await load.ask(order)) as unknown as LoadResult
  if (result.failures > 0) throw new Error(`${result.failures} of ${result.requests} requests failed (${order.case})`)
  return result
}

async function measureAllocation({ child }: Target, load: Child, order: LoadOrder): Promise<number> {
  const probe = (allocations: ProbeOrder['allocations']) => child.ask({ allocations })
  await probe('start')
  const limits = { durationMs: coldRoundMsMax, requests: allocationRequests, from: 1_000_000 }
  const { requests } = await askLoad(load, { ...order, ...limits })
  const { bytes } = await probe('stop')
  return Number(bytes) / requests
}

async function measureRound(
  {
    target: { child },
    load,
    subgraphs,
    name,
  }: Pick<MeasureOptions, 'load' | 'subgraphs' | 'name'> & { target: Target },
  order: LoadOrder,
): Promise<Round> {
  const [cpuBefore, subgraphsBefore, transfersBefore] = [child.cpuMs(), subgraphs.cpuMs(), child.transfers()]
  const result = await askLoad(load, order)
  const cpuMs = child.cpuMs() - cpuBefore
  const pathCpuMs = cpuMs + subgraphs.cpuMs() - subgraphsBefore
  const transfers = child.transfers()
  const [least, most] = RESPONSE_BYTES[name] ?? [1, Number.POSITIVE_INFINITY]
  if (result.responseBytes < least || result.responseBytes > most) {
    throw new Error(`a response of ${name} has ${result.responseBytes} bytes, not ${least} to ${most}`)
  }
  return {
    requestsPerSecond: result.requests / result.seconds,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    cpuMsPerRequest: cpuMs / result.requests,
    coreShare: cpuMs / 1_000 / result.seconds,
    rssMb: child.rssMb(),
    responseBytes: result.responseBytes,
    pathCpuMsPerRequest: pathCpuMs / result.requests,
    systemCallsPerRequest: (transfers.systemCalls - transfersBefore.systemCalls) / result.requests,
    copiedBytesPerRequest: (transfers.bytes - transfersBefore.bytes) / result.requests,
  }
}

function orderOf({ name, tokens, settings }: MeasureOptions, contender: Contender, target: Target): LoadOrder {
  const isInvalid = name === 'invalid-token'
  return {
    port: target.port,
    path: target.path,
    case: isInvalid ? 'small' : name,
    headers: {
      authorization: `Bearer ${isInvalid ? tokens.invalid : tokens.valid}`,
      ...(isInvalid && contender === 'stock' ? { 'x-check-token': '1' } : {}),
    },
    connections: CONNECTIONS,
    durationMs: settings.warmUpMs,
    expectStatus: isInvalid ? 401 : 200,
    freshSignatures: isInvalid,
  }
}
