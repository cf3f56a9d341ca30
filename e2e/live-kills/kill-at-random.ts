import { setTimeout as delay } from 'node:timers/promises'
import { terminateConnections } from '@travel-rule/database/testing/terminate-connections'
import type { Direction, TcpProxy } from '@travel-rule/service/testing/tcp-proxy'
import type { RestartingProcess } from './restarting-process.ts'
import type { Random } from './seeded-random.ts'

export interface Targets {
  readonly items: RestartingProcess
  readonly notes: RestartingProcess
  /** Proxies between the gateway and each subgraph. */
  readonly itemsProxy: TcpProxy
  readonly notesProxy: TcpProxy
  readonly databaseUrl: string
}

/** State shared by the writer and the killer. */
export interface Progress {
  /** Number of items committed so far. */
  written: number
  /** The number of items at which the next kill is due; `Infinity` after the last. */
  nextKillAt: number
  readonly killed: { readonly kind: string; readonly written: number }[]
}

const KINDS = [
  'the subgraph of the subscription',
  'the subgraph of the subscription',
  'the connections to the subgraph of the subscription',
  'the connections to the subgraph of the subscription',
  'one direction of the connections',
  'one direction of the connections',
  'the database connections',
  'the database connections',
  'the other subgraph',
  'the connections to the other subgraph',
] as const
type Kind = (typeof KINDS)[number] | 'one direction of the connections, until detected'

/** Kinds of faults that take long to detect. */
const ONCE: readonly Kind[] = ['one direction of the connections, until detected']
const HALF_MS_MAX = 1_500
const PAUSE_MS_MAX = 800
const RESTART_MS_MAX = 400_000
const POLL_MS = 5

/**
 * Kills `count` times, each at a random number of stored items, as soon as its target runs. Kinds alternate. Once, one
 * direction stays silent until the gateway detects it. Rejects when a target does not restart.
 */
export async function killAtRandom(
  targets: Targets,
  options: { readonly count: number; readonly items: number; readonly random: Random; readonly progress: Progress },
): Promise<void> {
  const { count, items, random, progress } = options
  const repeated = Array.from({ length: count }, (_, index): Kind => KINDS[index % KINDS.length] ?? KINDS[0])
  const plan = random.shuffled([...ONCE, ...repeated].slice(0, count)).map((kind) => ({
    kind,
    direction: random.between(0, 1) === 0 ? ('toClient' as const) : ('toServer' as const),
    halfMs: random.between(0, HALF_MS_MAX),
    pauseMs: random.between(0, PAUSE_MS_MAX),
  }))
  const moments = plan.map(() => random.between(1, items)).sort((a, b) => a - b)
  try {
    for (const [index, { kind, pauseMs, ...half }] of plan.entries()) {
      const moment = moments[index] ?? 0
      progress.nextKillAt = moment
      await until(() => progress.written >= moment)
      await delay(pauseMs)
      await until(() => isRunning(kind, targets), kind)
      progress.killed.push({ kind, written: progress.written })
      await kill(kind, targets, half)
    }
  } finally {
    progress.nextKillAt = Number.POSITIVE_INFINITY
  }
}

async function until(condition: () => boolean, kind?: Kind): Promise<void> {
  const since = performance.now()
  while (!condition()) {
    if (kind !== undefined && performance.now() - since > RESTART_MS_MAX) throw new Error(`did not restart: ${kind}`)
    await delay(POLL_MS)
  }
}

function isRunning(kind: Kind, { items, notes, itemsProxy }: Targets): boolean {
  switch (kind) {
    case 'the subgraph of the subscription':
      return items.isReady()
    // Without events, the gateway may have no connection to this subgraph.
    case 'the connections to the other subgraph':
    case 'the other subgraph':
      return notes.isReady()
    case 'the database connections':
      return true
    case 'the connections to the subgraph of the subscription':
    case 'one direction of the connections':
    case 'one direction of the connections, until detected':
      return itemsProxy.count() > 0
  }
}

async function kill(
  kind: Kind,
  { items, notes, itemsProxy, notesProxy, databaseUrl }: Targets,
  half: { readonly direction: Direction; readonly halfMs: number },
): Promise<void> {
  switch (kind) {
    case 'the subgraph of the subscription':
      return items.kill()
    case 'the other subgraph':
      return notes.kill()
    case 'the connections to the subgraph of the subscription':
      return itemsProxy.cut()
    case 'the connections to the other subgraph':
      return notesProxy.cut()
    case 'one direction of the connections': {
      const cut = itemsProxy.silence(half.direction)
      void delay(half.halfMs).then(cut)
      return
    }
    case 'one direction of the connections, until detected':
      itemsProxy.silence(half.direction)
      return
    case 'the database connections':
      await terminateConnections(databaseUrl)
  }
}
