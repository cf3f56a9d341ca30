import { readFileSync } from 'node:fs'
import { checkOperation } from '@travel-rule/federation/operation/check-operation'
import { buildGraph } from '@travel-rule/federation/planning/build-graph'
import { COST_PER_MS } from '@travel-rule/gateway/operation/prepare-operation'
import { type BenchNode, openBenchNode } from '../bench-node.ts'
import { markdownTable, tableRow } from '../markdown-table.ts'
import { writeReport } from '../report.ts'
import { type CostCase, costCases, makeRows, operationOf } from './cases.ts'

const SUPERGRAPH = new URL('../../apps/gateway/supergraph.graphql', import.meta.url)
/** Minimum duration, so that the resolution of CPU times does not dominate a measurement. */
const CASE_MS = Number(process.env.BENCH_CASE_MS ?? 1_500)
const ROUNDS_MIN = 5
const WARM_UP_ROUNDS = 3
/** Maximum range of points per millisecond, for fields that take at least the time of one point. */
const SPREAD_MAX = 4

interface CostResult {
  readonly name: string
  readonly points: number
  readonly cpuMs: number
  readonly pointsPerMs: number
}

/**
 * Measures the CPU time of the gateway, the subgraphs and PostgreSQL for each field, beyond that of a request without
 * it, and compares it with the field's cost by `@cost` and `@listSize`.
 */
export async function run(): Promise<void> {
  const only = process.env.BENCH_ONLY?.split(';')
  await using node = await openBenchNode()
  await makeRows(node)
  const graph = buildGraph(readFileSync(SUPERGRAPH, 'utf8'))
  const pointsOf = (one: CostCase, aliases: number) => {
    const limits = { introspection: true, costMax: Number.MAX_SAFE_INTEGER }
    const checked = checkOperation(graph, operationOf(one, aliases), undefined, limits)
    if (!('cost' in checked)) throw new Error(`${one.name}: ${checked[0]?.message}`)
    return checked.cost.of(valuesOf(one))
  }
  const cases = (await costCases(node)).filter(
    ({ name }) => only === undefined || only.some((part) => name.includes(part)),
  )
  const results: CostResult[] = []
  for (const one of cases) {
    const points = (pointsOf(one, one.aliases) - pointsOf(one, 0)) / one.aliases
    const cpuMs = ((await cpuPerRequest(node, one, one.aliases)) - (await cpuPerRequest(node, one, 0))) / one.aliases
    results.push({ name: one.name, points, cpuMs, pointsPerMs: points / cpuMs })
    console.log(tableRow(rowOf(results.at(-1) as CostResult)))
  }
  const rates = results.filter(({ cpuMs }) => cpuMs >= 1 / COST_PER_MS).map(({ pointsPerMs }) => pointsPerMs)
  const [lowest, highest] = [Math.min(...rates), Math.max(...rates)]
  const spread = highest / lowest
  const summary = `Points per CPU millisecond: ${lowest.toFixed(0)} to ${highest.toFixed(0)}, a spread of ${spread.toFixed(1)} × (at most ${SPREAD_MAX} ×).`
  console.log(summary)
  if (only === undefined) await writeReport('cost', { spread, results }, tableOf(results, summary))
  if (spread > SPREAD_MAX) process.exitCode = 1
}

function valuesOf({ variables = {} }: CostCase): Record<string, unknown> {
  return Object.fromEntries(Object.entries(variables).map(([name, { value }]) => [name, value]))
}

async function cpuPerRequest(node: BenchNode, one: CostCase, aliases: number): Promise<number> {
  const variables = aliases === 0 ? {} : valuesOf(one)
  const options = { role: one.role, errorsExpected: one.isRefused === true && aliases > 0 }
  const send = () => node.query(operationOf(one, aliases), variables, options)
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await send()
  const began = performance.now()
  const cpuMs = node.cpuMs()
  let rounds = 0
  while (rounds < ROUNDS_MIN || performance.now() - began < CASE_MS) {
    await send()
    rounds += 1
  }
  return (node.cpuMs() - cpuMs) / rounds
}

function rowOf({ name, points, cpuMs, pointsPerMs }: CostResult): readonly string[] {
  return [name, points.toFixed(0), cpuMs.toFixed(3), pointsPerMs.toFixed(0)]
}

function tableOf(results: readonly CostResult[], summary: string): string {
  return `${markdownTable('field | points | CPU ms | points per CPU ms', results.map(rowOf))}\n
${summary}\n
CPU time is that of the gateway, the subgraphs and PostgreSQL together, for one more selection of the field: what every request costs
is subtracted, and paid for by the token of its client's rate. There are 500 rows of each entity.`
}
