import { setTimeout as delay } from 'node:timers/promises'
import { terminateConnections } from '@travel-rule/database/testing/terminate-connections'
import type { CuttableProxy, Direction } from './cuttable-proxy.ts'
import type { KeptProcess } from './kept-process.ts'
import type { Progress } from './progress.ts'
import type { Random } from './seeded-random.ts'

/** What can be hit. */
export interface Targets {
  readonly items: KeptProcess
  readonly notes: KeptProcess
  /** Between the gateway and `items`, and between it and `notes`. */
  readonly itemsProxy: CuttableProxy
  readonly notesProxy: CuttableProxy
  readonly databaseUrl: string
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
type Kind = (typeof KINDS)[number] | 'one direction of the connections for good'

/** Because it takes a while. */
const ONCE: readonly Kind[] = ['one direction of the connections for good']
const HALF_MS_MAX = 1_500
const PAUSE_MS_MAX = 800
/** What is away for so long does not come back. */
const AWAY_MS_MAX = 60_000
const POLL_MS = 5

/**
 * Hits `count` times, each time when so many items are stored as the random numbers say and what is to be hit is there. Every kind has its turn. Once,
 * what is sent over connections is lost until the gateway finds out by itself. Resolves after the last; rejects when something does not come back.
 */
export async function killAtRandom(
  targets: Targets,
  options: { readonly count: number; readonly items: number; readonly random: Random; readonly progress: Progress },
): Promise<void> {
  const { count, items, random, progress } = options
  const repeated = Array.from({ length: count }, (_, index): Kind => KINDS[index % KINDS.length] ?? KINDS[0])
  const plan = random.shuffled([...ONCE, ...repeated].slice(0, count)).map((what) => ({
    what,
    direction: random.between(0, 1) === 0 ? ('toClient' as const) : ('toServer' as const),
    halfMs: random.between(0, HALF_MS_MAX),
    pauseMs: random.between(0, PAUSE_MS_MAX),
  }))
  const moments = plan.map(() => random.between(1, items)).sort((a, b) => a - b)
  try {
    for (const [index, { what, pauseMs, ...half }] of plan.entries()) {
      const moment = moments[index] ?? 0
      progress.nextKillAt = moment
      await until(() => progress.written >= moment)
      await delay(pauseMs)
      await until(() => isThere(what, targets), `to hit ${what}`)
      progress.killed.push({ what, written: progress.written })
      await kill(what, targets, half)
    }
  } finally {
    progress.nextKillAt = Number.POSITIVE_INFINITY
  }
}

async function until(holds: () => boolean, what?: string): Promise<void> {
  const since = performance.now()
  while (!holds()) {
    if (what !== undefined && performance.now() - since > AWAY_MS_MAX) throw new Error(`there is nothing ${what}`)
    await delay(POLL_MS)
  }
}

function isThere(kind: Kind, { items, notes, itemsProxy }: Targets): boolean {
  switch (kind) {
    case 'the subgraph of the subscription':
      return items.isReady()
    // Without events there may be no connection to it.
    case 'the connections to the other subgraph':
    case 'the other subgraph':
      return notes.isReady()
    case 'the database connections':
      return true
    case 'the connections to the subgraph of the subscription':
    case 'one direction of the connections':
    case 'one direction of the connections for good':
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
    case 'one direction of the connections for good':
      itemsProxy.silence(half.direction)
      return
    case 'the database connections':
      await terminateConnections(databaseUrl)
  }
}
