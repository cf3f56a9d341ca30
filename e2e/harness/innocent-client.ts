import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect } from 'vitest'
import type { Phase, Probe, WorkerMessage } from './innocent-worker.ts'
import type { NodeAccess } from './shared-node.ts'

export type { Probe } from './innocent-worker.ts'

/**
 * The local address of attackers. The innocent client uses 127.0.0.1, so that limits per address
 * affect only attackers. Requires all of 127.0.0.0/8 to be loopback addresses, as on Linux.
 */
export const ATTACKER_ADDRESS = '127.0.0.66'

/** Measurements while the service was idle, and during an attack. */
export interface Impact {
  readonly quiet: Phase
  readonly underAttack: Phase
}

export interface Trial {
  /** Name printed with the results. */
  readonly name: string
  readonly probes: readonly Probe[]
  /** Resolves when the attack is over. Must limit its own duration. Repeated for `ATTACK_SECONDS`. */
  readonly attack: () => Promise<void>
}

/**
 * Measures every probe while the service is idle, and then during `attack`. Prints one line per probe.
 *
 * Requests are sent from a separate thread at a fixed rate, even if earlier ones have no response yet, so that neither
 * a stalled service nor a busy attacker reduces their number.
 */
export async function measureImpact({ name, probes, attack }: Trial): Promise<Readonly<Record<string, Impact>>> {
  const worker = new Worker(new URL('./innocent-worker.ts', import.meta.url), { workerData: { probes } })
  try {
    await next(worker, 'ready')
    const quiet = await measure(worker, QUIET_MS, Promise.resolve())
    const underAttack = await measure(worker, 0, repeat(attack))
    return Object.fromEntries(
      probes.map((probe, index) => {
        const impact: Impact = { quiet: phaseAt(quiet, index), underAttack: phaseAt(underAttack, index) }
        process.stdout.write(`${describeImpact(`${name}, ${probe.name}`, impact)}\n`)
        return [probe.name, impact]
      }),
    )
  } finally {
    await worker.terminate()
  }
}

async function repeat(attack: Trial['attack']): Promise<void> {
  const endMs = performance.now() + ATTACK_MS
  do await attack()
  while (performance.now() < endMs)
}

/** Asserts that no request of the innocent client was refused or timed out. */
export function expectUnharmed(impacts: Readonly<Record<string, Impact>>): void {
  for (const [probe, { quiet, underAttack }] of Object.entries(impacts)) {
    const harm = { probe, quiet: tally(quiet.failures), underAttack: tally(underAttack.failures) }
    expect(harm).toEqual({ probe, quiet: {}, underAttack: {} })
    expect(underAttack.latenciesMs.length, `${probe} was measured during the attack`).toBeGreaterThan(0)
  }
}

function tally(failures: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const failure of failures) counts[failure] = (counts[failure] ?? 0) + 1
  return counts
}

/** `GET /health` of the public port. */
export function healthProbe({ baseUrl }: NodeAccess): Probe {
  return { type: 'request', name: '/health', url: `${baseUrl}/health` }
}

/** A GraphQL operation, which must have no errors. The token should not be an attacker's. */
export function queryProbe(
  { baseUrl }: NodeAccess,
  token: string,
  query = '{ __typename }',
): Extract<Probe, { type: 'request' }> {
  return {
    type: 'request',
    name: 'query',
    url: `${baseUrl}/graphql`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  }
}

/** Pings of `graphql-transport-ws` on one open WebSocket. */
export function pingProbe({ baseUrl }: NodeAccess, token: string): Probe {
  return { type: 'ping', name: 'WebSocket ping', url: `${baseUrl.replace(/^http/, 'ws')}/graphql-ws`, token }
}

/** By default an attack runs once: enough to detect refusals and timeouts, but too few requests for a p99. */
const ATTACK_MS = Number(process.env.ATTACK_SECONDS ?? 0) * 1_000
const QUIET_MS = Math.max(2_000, ATTACK_MS)

async function measure(worker: Worker, durationMs: number, until: Promise<void>): Promise<readonly Phase[]> {
  worker.postMessage({ type: 'begin', durationMs })
  try {
    await until
  } finally {
    worker.postMessage({ type: 'end' })
  }
  return (await next(worker, 'measured')).phases
}

async function next<Type extends WorkerMessage['type']>(
  worker: Worker,
  type: Type,
): Promise<Extract<WorkerMessage, { type: Type }>> {
  const [message] = (await once(worker, 'message')) as [WorkerMessage]
  if (message.type !== type) throw new Error(`the innocent client sent ${message.type} instead of ${type}`)
  return message as Extract<WorkerMessage, { type: Type }>
}

function phaseAt(phases: readonly Phase[], index: number): Phase {
  const phase = phases[index]
  if (phase === undefined) throw new Error(`probe ${index} was not measured`)
  return phase
}

function describeImpact(name: string, { quiet, underAttack }: Impact): string {
  const ratio = quantile(underAttack, 0.99) / quantile(quiet, 0.99)
  return `${name}: quiet ${describePhase(quiet)}; under attack ${describePhase(underAttack)}; p99 × ${ratio.toFixed(1)}`
}

function describePhase(phase: Phase): string {
  const { latenciesMs, failures } = phase
  const timeouts = failures.filter((failure) => failure === 'timeout').length
  const times = [0.5, 0.99].map((part) => quantile(phase, part).toFixed(1))
  return `p50 ${times[0]} ms, p99 ${times[1]} ms of ${latenciesMs.length}, ${timeouts} time-outs, ${failures.length - timeouts} refusals`
}

/** Requires sorted latencies. */
function quantile({ latenciesMs }: Phase, part: number): number {
  return latenciesMs[Math.min(latenciesMs.length - 1, Math.floor(latenciesMs.length * part))] ?? Number.NaN
}
