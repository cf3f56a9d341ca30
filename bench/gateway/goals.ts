import { markdownTable } from '../markdown-table.ts'
import type { AddedLatency, FloodLatencies, MemoryPoint } from './measure-over-time.ts'
import type { CaseReport } from './table.ts'

/** The goals of the gateway, compared with the measurements. */
export interface Goal {
  readonly what: string
  readonly wanted: string
  readonly measured: number
  readonly reached: boolean
}

/** Maximum growth from the first to the last tenth of the distinct operations for memory to be considered flat. */
const flatGrowthMax = 1.1

/** How much cheaper a request must be than through a bare proxy. */
const PROXY_GOALS = [
  { name: 'small', ratio: 1.3 },
  { name: 'mutation', ratio: 1.3 },
  { name: 'large', ratio: 1.1 },
] as const

export function goalsOf(
  cases: readonly CaseReport[],
  memory: readonly MemoryPoint[],
  { addedP50Ms, addedP99Ms }: AddedLatency,
  { ours, stock }: FloodLatencies,
): readonly Goal[] {
  const found = (name: string) => cases.find((report) => report.name === name)
  const half = memory[Math.floor(memory.length / 2)]?.rssMb ?? Number.NaN
  return [
    ...PROXY_GOALS.map(({ name, ratio }) => atLeast(`${name}, × proxy by CPU`, ratio, found(name)?.cpuRatioToProxy)),
    ...['small', 'join'].map((name) =>
      atMost(`${name}, CPU of the path ÷ over HTTP/1.1`, 0.75, pathRatio(found(name))),
    ),
    atLeast('cold, × stock by CPU', 1.5, found('cold')?.cpuRatioToStock),
    atMost(
      'distinct operations, RSS after all ÷ after half',
      flatGrowthMax,
      (memory.at(-1)?.rssMb ?? Number.NaN) / half,
    ),
    ...['small', 'mutation', 'large', 'join', 'join-wide', 'mixed', 'cold'].map((name) =>
      atMost(`${name}, RSS in MB`, 150, found(name)?.rssMb),
    ),
    atMost('latency added at half load, p50 in ms', 1, addedP50Ms),
    atMost('latency added at half load, p99 in ms', 5, addedP99Ms),
    atMost('cached operation in a flood of new ones, p50 ÷ stock', 0.5, ours.p50Ms / stock.p50Ms),
  ]
}

/** CPU time of the gateway and its subgraphs per request: ratio of ours to ours without frames. */
function pathRatio(report: CaseReport | undefined): number | undefined {
  const http1 = report?.contenders.http1?.pathCpuMsPerRequest
  return report === undefined || http1 === undefined ? undefined : report.pathCpuMsPerRequest / http1
}

function atLeast(what: string, limit: number, value: number | null | undefined): Goal {
  const measured = value ?? Number.NaN
  return { what, wanted: `≥ ${limit}`, measured, reached: measured >= limit }
}

function atMost(what: string, limit: number, value: number | undefined): Goal {
  const measured = value ?? Number.NaN
  return { what, wanted: `≤ ${limit}`, measured, reached: measured <= limit }
}

export function goalTableOf(goals: readonly Goal[]): string {
  const rows = goals.map(({ what, wanted, measured, reached }) => [
    what,
    wanted,
    measured.toFixed(2),
    reached ? 'yes' : 'no',
  ])
  return markdownTable('goal | wanted | measured | reached', rows)
}
