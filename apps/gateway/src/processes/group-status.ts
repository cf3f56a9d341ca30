import type { CheckResult, HealthCheck } from '@travel-rule/http-host/health'
import type { MetricsText } from '@travel-rule/http-host/metrics-route'
import {
  countersOf,
  type MetricsSnapshot,
  mergeMetrics,
  mergeSnapshots,
  snapshotOf,
} from '@travel-rule/service/merge-metrics'
import { Counter, Gauge, type Metrics } from '@travel-rule/service/metrics'
import type { Process } from './supervisor.ts'
import { addMemoryMetric } from './worker-group.ts'

export interface GroupReadiness {
  /** The checks of each process. */
  readonly names: readonly string[]
  readonly count: number
  readonly serving: () => readonly Process[]
  readonly isStopping: () => boolean
}

/** Shorter than the timeout of a readiness check. */
const readinessTimeoutMs = 1_500

/**
 * Readiness of all processes together. A check that fails in only some processes is a note, since the others serve. The
 * check `processes` reports how many do.
 */
export function groupChecks({
  names,
  count,
  serving,
  isStopping,
}: GroupReadiness): Readonly<Record<string, HealthCheck>> {
  let asking: Promise<readonly Readonly<Record<string, CheckResult>>[]> | undefined

  async function askAll(): Promise<readonly Readonly<Record<string, CheckResult>>[]> {
    const asked = serving().map(({ channel }) =>
      channel.ask('health', undefined, readinessTimeoutMs).catch(() => undefined),
    )
    return (await Promise.all(asked)).filter((results) => results !== undefined)
  }

  const check = (name: string): HealthCheck => {
    return async () => {
      if (name === 'api' && isStopping()) return 'shutting down'
      asking ??= askAll().finally(() => {
        asking = undefined
      })
      return combine((await asking).map((results) => results[name]))
    }
  }

  return {
    ...Object.fromEntries(names.map((name) => [name, check(name)])),
    async processes() {
      const number = serving().length
      if (number === 0) return isStopping() ? 'shutting down' : 'no process serves'
      return number === count ? undefined : { note: `${number} of ${count} serve` }
    },
  }
}

function combine(results: readonly CheckResult[]): CheckResult {
  const problems = results.filter((result) => typeof result === 'string')
  const [problem] = problems
  if (results.length === 0) return 'no process responds'
  if (problem === undefined) return results.find((result) => result !== undefined)
  if (problems.length === results.length) return problem
  return { note: `${problems.length} of ${results.length} processes: ${problem}` }
}

/** The metrics of all processes, the primary one included. */
export interface GroupMetrics extends MetricsText {
  /** In the Prometheus text format. A process that does not respond counts with its last known values. */
  metrics(): Promise<string>
  /** Keeps the last counters of a process that has ended, so that sums never decrease. */
  ended(number: number): void
  /** Counts a process that is killed because it does not respond. */
  hung(): void
}

export function openGroupMetrics(own: Metrics, serving: () => readonly Process[]): GroupMetrics {
  const registers = [own.registry]
  const replacements = new Counter({
    name: 'gateway_processes_ended_total',
    help: 'Processes of the gateway that have ended; each is replaced unless the gateway stops',
    registers,
  })
  const hung = new Counter({
    name: 'gateway_processes_hung_total',
    help: 'Processes of the gateway that were killed because their event loop was blocked',
    registers,
  })
  new Gauge({
    name: 'gateway_processes',
    help: 'Processes of the gateway that serve',
    registers,
    collect() {
      this.set(serving().length)
    },
  })
  addMemoryMetric(own, 'primary')
  const last = new Map<number, MetricsSnapshot>()
  const past: MetricsSnapshot[] = []
  let rendering: Promise<string> | undefined

  async function render(): Promise<string> {
    await Promise.all(
      serving().map(async ({ number, channel }) => {
        const snapshot = await channel.ask('metrics', undefined).catch(() => undefined)
        // The process may have ended meanwhile; its counters are then already in `past`.
        if (snapshot !== undefined && serving().some((process) => process.channel === channel))
          last.set(number, snapshot)
      }),
    )
    const merged = past.splice(0)
    if (merged.length > 0) past.push(await mergeSnapshots(merged))
    return mergeMetrics([await snapshotOf(own.registry), ...past, ...last.values()])
  }

  return {
    contentType: own.registry.contentType,
    metrics() {
      rendering ??= render().finally(() => {
        rendering = undefined
      })
      return rendering
    },
    hung: () => hung.inc(),
    ended(number) {
      replacements.inc()
      const snapshot = last.get(number)
      if (snapshot === undefined) return
      last.delete(number)
      past.push(countersOf(snapshot))
    },
  }
}
