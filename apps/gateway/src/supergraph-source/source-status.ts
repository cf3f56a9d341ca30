import type { HealthNote } from '@travel-rule/http-host/health'
import type { Logger } from '@travel-rule/service/logger'
import { Counter, Gauge, type Metrics } from '@travel-rule/service/metrics'

/**
 * The state of the supergraph source, for log, metrics and readiness. The log reports changes only.
 */
export interface SourceStatus {
  /** The source could not be read, composed or served. The current graph stays in use. */
  failed(problems: readonly string[]): void
  /** The source is unchanged. `problem`: what an operator should fix nevertheless. */
  unchanged(problem: string | undefined): void
  /** Another graph is served from now on. */
  replaced(graph: { readonly hash: string; readonly warmed: number }, problem: string | undefined): void
  /**
   * For readiness: the reason while nothing is served, or a note while the source is failing; otherwise `undefined`.
   */
  check(): string | HealthNote | undefined
}

/** `name`: the source as shown in the log, without secrets. */
export function openSourceStatus(name: string, { registry }: Metrics, logger: Logger): SourceStatus {
  const reads = new Counter({
    name: 'gateway_supergraph_reads_total',
    help: 'Reads of the supergraph source, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const failing = new Gauge({
    name: 'gateway_supergraph_trouble',
    help: '1 while the supergraph source is failing and the last good graph is served',
    registers: [registry],
  })
  const loadedAt = new Gauge({
    name: 'gateway_supergraph_loaded_timestamp_seconds',
    help: 'When the served graph was loaded',
    registers: [registry],
  })
  let serving = false
  let problem: string | undefined

  function report(next: string | undefined, problems: readonly string[]): void {
    if (next !== undefined && next !== problem) {
      logger.warn({ source: name, problems }, 'the supergraph source is failing')
    }
    if (next === undefined && problem !== undefined) {
      logger.info({ source: name }, 'the supergraph source has recovered')
    }
    problem = next
    failing.set(next === undefined ? 0 : 1)
  }

  return {
    failed(problems) {
      reads.inc({ outcome: 'failed' })
      report(problems.join('; '), problems)
    },
    unchanged(partial) {
      reads.inc({ outcome: 'same' })
      report(partial, [partial ?? ''])
    },
    replaced({ hash, warmed }, partial) {
      serving = true
      reads.inc({ outcome: 'replaced' })
      loadedAt.set(Date.now() / 1_000)
      logger.info({ source: name, hash, warmed }, 'serving a supergraph')
      report(partial, [partial ?? ''])
    },
    check() {
      if (!serving) return `no supergraph yet: ${problem ?? 'it is being loaded'}`
      return problem === undefined ? undefined : { note: `the last good supergraph is served: ${problem}` }
    },
  }
}
