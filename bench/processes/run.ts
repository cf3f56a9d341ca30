import { cpuMsOf, openChild } from '../child.ts'
import { openGateway, type Surroundings, type Target } from '../gateway/contenders.ts'
import type { LoadOrder, LoadResult } from '../gateway/load-process.ts'
import { askLoad, CONNECTIONS } from '../gateway/measure-case.ts'
import { isPublished, readBenchSettings } from '../gateway/settings.ts'
import { openStage } from '../gateway/stage.ts'
import { childrenOf } from '../process-cpu.ts'
import { writeReport } from '../report.ts'
import { type CaseResult, type Measured, rowsOf, tableOf } from './table.ts'

type CaseName = 'small' | 'clients' | 'join' | 'cold'

const CASES: readonly CaseName[] = ['small', 'clients', 'join', 'cold']
/** Each sends too few requests for a lease of many tokens to help. */
const CLIENTS = 2_000
/** Numbers of distinct operations between two orders: more than one sends. */
const COLD_STEP = 100_000

/**
 * What a gateway of two processes does on two cores, compared with one of one process. The load and
 * the subgraphs need the same cores, so that throughput alone does not show what two free cores
 * would do; CPU time does.
 */
export async function run(): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const settings = readBenchSettings(process.env)
  const { surroundings, token } = await openStage(stack, settings)
  const load = stack.use(await openChild(new URL('../gateway/load-process.ts', import.meta.url), {}))
  const tokens: string[] = []
  for (let client = 0; client < CLIENTS; client += 1) tokens.push(await token({ sub: `client-${client}` }))
  const headers = { authorization: `Bearer ${await token()}` }
  let from = 0

  const results: CaseResult[] = []
  for (const name of CASES.filter((each) => settings.only?.has(each) ?? true)) {
    const send = ({ port, path }: Target, processes: number, durationMs: number) => {
      from += COLD_STEP
      const order = { port, path, connections: processes * CONNECTIONS, durationMs, expectStatus: 200, from }
      return askLoad(load, name === 'clients' ? { ...order, ...ALL, tokens } : { ...order, case: name, headers })
    }
    const result = { name, ...(await measureCase(surroundings, send)) }
    for (const row of rowsOf(result)) console.log(row)
    results.push(result)
  }
  if (isPublished(settings)) await writeReport('processes', { cases: results }, tableOf(results, CLIENTS))
}

const ALL = { case: 'small', headers: {} } as const satisfies Partial<LoadOrder>

/** Rounds alternate, so that other load on the machine affects both equally. */
async function measureCase(
  surroundings: Surroundings,
  send: (target: Target, processes: number, durationMs: number) => Promise<LoadResult>,
): Promise<Omit<CaseResult, 'name'>> {
  const { rounds, roundMs, warmUpMs } = surroundings.settings
  await using stack = new AsyncDisposableStack()
  const open = async (processes: number) => {
    const env = { GATEWAY_PROCESSES: String(processes) }
    const target = await openGateway(surroundings, { env, onOneCore: false })
    stack.use(target.child)
    await send(target, processes, warmUpMs)
    return () => measureRound(target, () => send(target, processes, roundMs))
  }
  const [measureOne, measureTwo] = [await open(1), await open(2)]
  const measured: { readonly one: Measured; readonly two: Measured }[] = []
  for (let round = 0; round < rounds; round += 1) {
    measured.push({ one: await measureOne(), two: await measureTwo() })
  }
  return { one: middleOf(measured.map(({ one }) => one)), two: middleOf(measured.map(({ two }) => two)) }
}

async function measureRound({ child: { pid } }: Target, send: () => Promise<LoadResult>): Promise<Measured> {
  const workers = childrenOf(pid)
  const snapshot = () => [pid, ...workers].map(cpuMsOf)
  const before = snapshot()
  const { requests, seconds } = await send()
  const [own = 0, ...others] = snapshot().map((cpuMs, index) => (cpuMs - (before[index] ?? 0)) / requests)
  return {
    requestsPerSecond: requests / seconds,
    cpuMs: others.reduce((sum, cpuMs) => sum + cpuMs, own),
    busiestMs: others.length === 0 ? own : Math.max(...others),
    primaryMs: others.length === 0 ? 0 : own,
  }
}

/** The round with the median CPU time. */
function middleOf(rounds: readonly Measured[]): Measured {
  const sorted = rounds.toSorted((one, other) => one.cpuMs - other.cpuMs)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return middle
}
