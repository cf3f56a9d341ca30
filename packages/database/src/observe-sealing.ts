import type { Logger } from '@travel-rule/service/logger'
import { Counter, type Metrics } from '@travel-rule/service/metrics'
import { addSampledGauges } from '@travel-rule/service/sampled-gauges'

/** Receives the record or value that background work cannot open, and the error. */
export type OnBroken = (record: string, error: unknown) => void

/** Maximum number of records that a process logs. */
const LOGGED_MAX = 10_000

interface ObservedSealing {
  readonly logger: Logger
  /** Number of data keys and values that an older sealing key protects. */
  countOutdated(): Promise<number>
}

/**
 * Exports the progress of a rotation of the sealing keys. Each call of the returned function is counted; the first
 * records are logged, once per process.
 */
export function observeSealing(metrics: Metrics, { logger, countOutdated }: ObservedSealing): OnBroken {
  addSampledGauges(metrics, {
    group: 'sealing',
    gauges: {
      sealing_keys_outdated: { help: 'Data keys and values of the database that an older sealing key protects' },
    },
    read: async () => [{ gauge: 'sealing_keys_outdated', value: await countOutdated() }],
  })
  const failures = new Counter({
    name: 'sealing_failures_total',
    help: 'Data keys and values that background work could not open, counted in each run',
    registers: [metrics.registry],
  })
  const logged = new Set<string>()
  return (record, err) => {
    failures.inc()
    if (logged.has(record) || logged.size === LOGGED_MAX) return
    logged.add(record)
    logger.error({ err, record }, 'sealed data cannot be opened')
    if (logged.size < LOGGED_MAX) return
    logger.warn({ logged: LOGGED_MAX }, 'further sealed data that cannot be opened is counted, not logged')
  }
}
