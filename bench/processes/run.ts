import { childrenOf } from '@travel-rule/service/testing/child-processes'
import { type Child, cpuMsOf, openChild, pinProcess } from '../child.ts'
import { GATEWAY_CORE, OTHER_CORE, openGateway, type Surroundings, type Target } from '../gateway/contenders.ts'
import type { LoadOrder, LoadResult } from '../gateway/load-process.ts'
import { askLoad, CONNECTIONS } from '../gateway/measure-case.ts'
import { isPublished, readBenchSettings } from '../gateway/settings.ts'
import { openStage } from '../gateway/stage.ts'
import { tableRow } from '../markdown-table.ts'
import { writeReport } from '../report.ts'
import { inTurns, middleOf } from '../rounds.ts'
import { type CaseResult, type Measured, rowsOf, tableOf } from './table.ts'

type CaseName = 'small' | 'clients' | 'join' | 'cold'

const CASES: readonly CaseName[] = ['small', 'clients', 'join', 'cold']
/** Number of clients; each sends too few requests to profit from a lease of many tokens. */
const CLIENTS = 2_000
/** Distance between the operation numbers of two orders: more than one order sends. */
const COLD_STEP = 100_000

/**
 * Performance of a gateway with two processes on two cores, compared with one process. The load and the subgraphs need
 * the same cores, so throughput alone does not show the performance on two free cores; CPU time does.
 */
export async function run(): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const settings = readBenchSettings(process.env)
  const { surroundings, token } = await openStage(stack, settings)
  const openLoad = async () => stack.use(await openChild(new URL('../gateway/load-process.ts', import.meta.url), {}))
  const loads = [await openLoad(), await openLoad()] as const
  const tokens: string[] = []
  for (let client = 0; client < CLIENTS; client += 1) tokens.push(await token({ sub: `client-${client}` }))
  const headers = { authorization: `Bearer ${await token()}` }
  let from = 0

  const results: CaseResult[] = []
  for (const name of CASES.filter((each) => settings.only?.has(each) ?? true)) {
    const send: Send = ({ port, path }, load, connections, durationMs) => {
      from += COLD_STEP
      const order = { port, path, connections, durationMs, expectStatus: 200, from }
      return askLoad(load, name === 'clients' ? { ...order, ...ALL, tokens } : { ...order, case: name, headers })
    }
    const result = { name, ...(await measureCase(surroundings, loads, send)) }
    for (const row of rowsOf(result)) console.log(tableRow(row))
    results.push(result)
  }
  if (isPublished(settings)) await writeReport('processes', { cases: results }, tableOf(results, CLIENTS))
}

const CORES = [GATEWAY_CORE, OTHER_CORE]

const ALL = { case: 'small', headers: {} } as const satisfies Partial<LoadOrder>

type Send = (target: Target, load: Child, connections: number, durationMs: number) => Promise<LoadResult>

/** The rounds with the median CPU time. */
async function measureCase(
  surroundings: Surroundings,
  [load, otherLoad]: readonly [Child, Child],
  send: Send,
): Promise<Omit<CaseResult, 'name'>> {
  const { rounds, roundMs, warmUpMs } = surroundings.settings
  await using stack = new AsyncDisposableStack()
  const open = async (processes: number) => {
    const env = { GATEWAY_PROCESSES: String(processes) }
    const target = await openGateway(surroundings, { env, onOneCore: false })
    stack.use(target.child)
    await send(target, load, processes * CONNECTIONS, warmUpMs)
    return target
  }
  const [one, another, two] = [await open(1), await open(1), await open(2)]
  // Otherwise the scheduler would move them between the cores, with less time for the load on one of them.
  pinProcess(one.child.pid, GATEWAY_CORE)
  pinProcess(another.child.pid, OTHER_CORE)
  for (const [index, pid] of childrenOf(two.child.pid).entries()) pinProcess(pid, CORES[index] ?? OTHER_CORE)
  const entrants = [[one], [two, two], [one, another]]
  const measured = await inTurns(entrants, rounds, (targets) =>
    measureRound([...new Set(targets)], () =>
      targets.map((target, index) => send(target, index === 0 ? load : otherLoad, CONNECTIONS, roundMs)),
    ),
  )
  const [ofOne, ofTwo, apart] = measured.map(([, results]) => middleOf(results, ({ cpuMs }) => cpuMs))
  if (ofOne === undefined || ofTwo === undefined || apart === undefined) throw new Error('nothing was measured')
  return { one: ofOne, two: ofTwo, apart }
}

async function measureRound(targets: readonly Target[], send: () => readonly Promise<LoadResult>[]): Promise<Measured> {
  const groups = targets.map(({ child: { pid } }) => ({ pid, workers: childrenOf(pid) }))
  const primaries = groups.filter(({ workers }) => workers.length > 0).map(({ pid }) => pid)
  const serving = groups.flatMap(({ pid, workers }) => (workers.length === 0 ? [pid] : workers))
  const pids = [...primaries, ...serving]
  const before = pids.map(cpuMsOf)
  const results = await Promise.all(send())
  const requests = results.reduce((sum, result) => sum + result.requests, 0)
  const spent = pids.map((pid, index) => (cpuMsOf(pid) - (before[index] ?? 0)) / requests)
  return {
    requestsPerSecond: requests / Math.max(...results.map(({ seconds }) => seconds)),
    cpuMs: spent.reduce((sum, cpuMs) => sum + cpuMs, 0),
    busiestMs: Math.max(...spent.slice(primaries.length)),
    primaryMs: spent.slice(0, primaries.length).reduce((sum, cpuMs) => sum + cpuMs, 0),
  }
}
