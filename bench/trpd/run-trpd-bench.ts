import { type Child, openChild } from '../child.ts'
import { writeReport } from '../report.ts'
import { type BenchTrpd, openBenchTrpd } from './bench-trpd.ts'
import type { TrpdLoadOrder, TrpdLoadResult } from './load-process.ts'
import { analyze, loadTransfers } from './load-transfers.ts'
import { isComplete, type TrpdBenchSettings } from './settings.ts'

/** trpd with many transactions, a load generator, and the cases measured so far. */
export interface TrpdBench<Case> {
  readonly settings: TrpdBenchSettings
  readonly node: BenchTrpd
  readonly load: Child
  readonly cases: Case[]
}

export interface TrpdBenchParts<Case> {
  /** Adds rows before trpd starts. */
  readonly loadMore?: (node: BenchTrpd) => Promise<void>
  /** Analyzes those rows. */
  readonly analyzeMore?: (node: BenchTrpd) => Promise<void>
  readonly measure: (bench: TrpdBench<Case>) => Promise<void>
  readonly tableOf: (cases: readonly Case[], rows: number) => string
  readonly missedGoals: (cases: readonly Case[]) => readonly string[]
}

/** Measures among many transactions, prints the table, and publishes it if the run is complete. */
export async function runTrpdBench<Case>(
  name: string,
  settings: TrpdBenchSettings,
  { loadMore, analyzeMore, measure, tableOf, missedGoals }: TrpdBenchParts<Case>,
): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const node = stack.use(await openBenchTrpd(settings))
  const load = stack.use(await openChild(new URL('load-process.ts', import.meta.url), {}))
  const began = performance.now()
  await loadTransfers(node, settings.rows)
  await loadMore?.(node)
  await node.start()
  await analyze(node)
  await analyzeMore?.(node)
  console.log(`${settings.rows} transactions after ${Math.round((performance.now() - began) / 1_000)} s`)
  const cases: Case[] = []
  await measure({ settings, node, load, cases })
  const table = tableOf(cases, settings.rows)
  console.log(table)
  if (isComplete(settings)) await writeReport(name, { rows: settings.rows, cases }, table)
  const missed = missedGoals(cases)
  for (const line of missed) console.error(line)
  if (missed.length > 0) process.exitCode = 1
}

export function wants({ settings }: Pick<TrpdBench<unknown>, 'settings'>, name: string): boolean {
  return settings.only?.some((start) => name.startsWith(start)) ?? true
}

/** Adds a case and prints it. */
export function record<Case>({ cases }: Pick<TrpdBench<Case>, 'cases'>, measured: Case): void {
  cases.push(measured)
  console.log(JSON.stringify(measured))
}

/** Rejects if a request fails. */
export async function ask({ load }: Pick<TrpdBench<unknown>, 'load'>, order: TrpdLoadOrder): Promise<TrpdLoadResult> {
  const result = (await load.ask(order)) as unknown as TrpdLoadResult
  if (result.failures > 0) throw new Error(`${result.failures} of ${result.requests} requests to ${order.path} failed`)
  return result
}

/** An order for a query. Rejects if the query fails: a failing request would be measured as a fast one. */
export async function orderOf(
  node: BenchTrpd,
  { query, variables, connections }: Query,
): Promise<Omit<TrpdLoadOrder, 'durationMs'>> {
  await node.query(query, variables)
  return {
    port: node.graphqlPort,
    path: '/graphql',
    headers: await node.headers(),
    bodies: [JSON.stringify({ query, variables })],
    identifies: false,
    connections,
  }
}

export interface Query {
  readonly query: string
  readonly variables: object
  /** Number of concurrent requests. */
  readonly connections: number
}
