import type { HealthNote } from '@travel-rule/http-host/health'
import type { Logger } from '@travel-rule/service/logger'
import { Counter, Gauge, type Metrics } from '@travel-rule/service/metrics'

/** How it stands with the source of the supergraph: told to the log when it changes, to readiness and metrics at any time. */
export interface SourceStatus {
  /** The source could not be read, composed or served; what is served stays. */
  failed(problems: readonly string[]): void
  /** The source says what is served already; `problem` is what is wrong all the same. */
  same(problem: string | undefined): void
  /** Another graph is served from now on. */
  replaced(graph: { readonly hash: string; readonly warmed: number }, problem: string | undefined): void
  /** For readiness: words when nothing is served yet, a note when the source is in trouble, `undefined` when all is well. */
  check(): string | HealthNote | undefined
}

export function openSourceStatus(name: string, { registry }: Metrics, logger: Logger): SourceStatus {
  const reads = new Counter({
    name: 'gateway_supergraph_reads_total',
    help: 'Reads of the source of the supergraph, by what came of them',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const trouble = new Gauge({
    name: 'gateway_supergraph_trouble',
    help: '1 while the source of the supergraph has a problem and the last good graph is served',
    registers: [registry],
  })
  const loadedAt = new Gauge({
    name: 'gateway_supergraph_loaded_timestamp_seconds',
    help: 'When the graph that is served was loaded',
    registers: [registry],
  })
  let serving = false
  let problem: string | undefined

  function become(next: string | undefined, problems: readonly string[]): void {
    if (next !== undefined && next !== problem) logger.warn({ source: name, problems }, 'the supergraph is in trouble')
    if (next === undefined && problem !== undefined) logger.info({ source: name }, 'the supergraph is sound again')
    problem = next
    trouble.set(next === undefined ? 0 : 1)
  }

  return {
    failed(problems) {
      reads.inc({ outcome: 'failed' })
      become(problems.join('; '), problems)
    },
    same(partly) {
      reads.inc({ outcome: 'same' })
      become(partly, [partly ?? ''])
    },
    replaced({ hash, warmed }, partly) {
      serving = true
      reads.inc({ outcome: 'replaced' })
      loadedAt.set(Date.now() / 1_000)
      logger.info({ source: name, hash, warmed }, 'a supergraph is served')
      become(partly, [partly ?? ''])
    },
    check() {
      if (!serving) return `no supergraph yet: ${problem ?? 'it is being loaded'}`
      return problem === undefined ? undefined : { note: `the last good supergraph is served: ${problem}` }
    },
  }
}
