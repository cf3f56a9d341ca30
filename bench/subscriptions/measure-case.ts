import type { Child } from '../child.ts'
import type { BenchSettings } from '../gateway/settings.ts'
import { inTurns, middleOf } from '../rounds.ts'
import type { Case, Entrant } from './cases.ts'
import type { ConnectOrder, LoadOrder, RoundOrder, RoundResult } from './load-orders.ts'
import type { Contender, Stage } from './stages.ts'

export interface Measured {
  /** Measured until each acknowledgement. This and `rssKbPerConnection` are `null` if there are few clients. */
  readonly connectionsPerSecond: number | null
  readonly deliveriesPerSecond: number
  readonly cpuMicrosPerDelivery: number
  /** CPU time of the process under test per caused event. */
  readonly cpuMicrosPerEvent: number
  /** Memory of a connection with an idle subscription, in kilobytes of 1000 bytes. */
  readonly rssKbPerConnection: number | null
  /** Time from the cause of an event until a client has received it. */
  readonly p50Ms: number
  readonly p99Ms: number
  /** Share of its core that the process used, 0 to 1. */
  readonly coreShare: number
  /** Share of the other core that its load process and its subgraphs used, 0 to 1. */
  readonly helpersShare: number
}

export interface MeasureOptions {
  readonly case: Case
  readonly open: Readonly<Record<Contender, () => Promise<Stage>>>
  readonly token: string
  readonly settings: BenchSettings
}

interface Run {
  readonly entrant: Entrant
  readonly stage: Stage
  readonly joined: Pick<Measured, 'connectionsPerSecond' | 'rssKbPerConnection'>
}

const warmUpClients = 100
/** Minimum number of connections. With fewer, the memory of the process itself would dominate. */
const manyClients = 1_000
/** Time for the process to settle after connecting or disconnecting. */
const settleMs = 400

/**
 * The median round of each entrant, in the order of the case. All clients of all entrants connect
 * before the first round.
 */
export async function measureCase(options: MeasureOptions): Promise<readonly (readonly [Entrant, Measured])[]> {
  const { case: its, open, settings } = options
  await using stack = new AsyncDisposableStack()
  const runs: Run[] = []
  for (const entrant of its.entrants) {
    const stage = stack.use(await open[entrant.contender]())
    runs.push({ entrant, stage, joined: await join(options, entrant, stage) })
  }
  const results = await inTurns(runs, settings.rounds, async ({ stage, joined }) => {
    return { ...joined, ...(await measureRound(its, stage, settings)) }
  })
  for (const { stage } of runs) await ask(stage.load, { type: 'leave' })
  return results.map(([{ entrant }, rounds]) => [
    entrant,
    middleOf(rounds, ({ deliveriesPerSecond }) => deliveriesPerSecond),
  ])
}

/** Warms up with some clients, disconnects them, then connects all clients. */
async function join({ case: its, token, settings }: MeasureOptions, { protocol }: Entrant, stage: Stage) {
  const { child, load, port, path, control } = stage
  const { clients, query, operation } = its
  const order: ConnectOrder = { type: 'connect', port, path, control, protocol, clients, query, operation, token }
  await ask(load, { ...order, clients: Math.min(clients, warmUpClients) })
  await ask(load, { type: 'hear' })
  await ask(load, { ...its.pace, type: 'round', durationMs: settings.warmUpMs })
  await ask(load, { type: 'leave' })
  await settle()
  const rssBefore = child.rssMb()
  const { seconds } = await ask<{ seconds: number }>(load, order)
  await ask(load, { type: 'hear' })
  await settle()
  const rssKbPerConnection = ((child.rssMb() - rssBefore) * 1_000) / clients
  if (clients < manyClients) return { connectionsPerSecond: null, rssKbPerConnection: null }
  return { connectionsPerSecond: clients / seconds, rssKbPerConnection }
}

async function measureRound(its: Case, { child, load, helpers }: Stage, { roundMs }: BenchSettings) {
  const helpersCpuMs = () => helpers.reduce((sum, helper) => sum + helper.cpuMs(), 0)
  const before = { at: performance.now(), own: child.cpuMs(), helpers: helpersCpuMs() }
  const result = await ask<RoundResult>(load, { ...its.pace, type: 'round', durationMs: roundMs })
  const wallMs = performance.now() - before.at
  const cpuMs = child.cpuMs() - before.own
  return {
    deliveriesPerSecond: result.deliveries / result.seconds,
    cpuMicrosPerDelivery: (cpuMs * 1_000) / result.deliveries,
    cpuMicrosPerEvent: (cpuMs * 1_000) / result.events,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    coreShare: cpuMs / wallMs,
    helpersShare: (helpersCpuMs() - before.helpers) / wallMs,
  }
}

async function ask<Reply extends object>(load: Child, order: LoadOrder | RoundOrder): Promise<Reply> {
  const reply = await load.ask(order)
  if (typeof reply.problem === 'string') throw new Error(`${order.type}: ${reply.problem}`)
  return reply as unknown as Reply
}

function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, settleMs))
}
