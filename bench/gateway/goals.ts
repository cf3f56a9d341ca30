import type { AddedLatency, MemoryPoint } from './measure-over-time.ts'
import type { CaseReport } from './table.ts'

/** The goals of the gateway, compared with the measurements. */
export interface Goal {
  readonly what: string
  readonly wanted: string
  readonly measured: number
  readonly reached: boolean
}

/**
 * With more growth than this from the first to the last tenth of the distinct operations, memory is
 * not considered flat.
 */
const flatGrowthMax = 1.1

export function goalsOf(
  cases: readonly CaseReport[],
  memory: readonly MemoryPoint[],
  { addedP50Ms, addedP99Ms }: AddedLatency,
): readonly Goal[] {
  const found = (name: string) => cases.find((report) => report.name === name)
  const small = found('small')
  const half = memory[Math.floor(memory.length / 2)]?.rssMb ?? Number.NaN
  return [
    atLeast('small, × stock', 8, small?.ratioToStock),
    atLeast('small, × proxy', 0.8, small?.ratioToProxy),
    atLeast('large, × stock', 30, found('large')?.ratioToStock),
    atLeast('join, × stock', 5, found('join')?.ratioToStock),
    atLeast('cold, × stock', 1, found('cold')?.ratioToStock),
    atMost(
      'distinct operations, RSS after all ÷ after half',
      flatGrowthMax,
      (memory.at(-1)?.rssMb ?? Number.NaN) / half,
    ),
    atMost('small, RSS in MB', 150, small?.rssMb),
    atMost('latency added at half load, p50 in ms', 1, addedP50Ms),
    atMost('latency added at half load, p99 in ms', 5, addedP99Ms),
  ]
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
  const rows = goals.map(
    ({ what, wanted, measured, reached }) =>
      `| ${what} | ${wanted} | ${measured.toFixed(2)} | ${reached ? 'yes' : 'no'} |`,
  )
  return ['| goal | wanted | measured | reached |', '|---|---|---|---|', ...rows].join('\n')
}
