import type { Logger } from '@travel-rule/service/logger'
import { Counter, type Metrics } from '@travel-rule/service/metrics'
import { outageOf } from './database-outage.ts'

/** Receives the name of a failed maintenance step, and the error. */
export type OnFailedStep = (step: string, error: unknown) => void

interface ObservedMaintenance {
  readonly logger: Logger
  /** Names of all steps. Each has a series from the start, so that its first failure is an increase. */
  readonly steps: readonly string[]
}

/** Returns a function that counts and logs failed steps. */
export function observeMaintenance(metrics: Metrics, { logger, steps }: ObservedMaintenance): OnFailedStep {
  const failures = new Counter({
    name: 'maintenance_failures_total',
    help: 'Runs of a maintenance step that failed, in this process',
    labelNames: ['step'],
    registers: [metrics.registry],
  })
  for (const step of steps) failures.inc({ step }, 0)
  return (step, err) => {
    failures.inc({ step })
    logger.error({ err, step }, 'a step of the maintenance failed')
  }
}

/**
 * Runs each step once, in order. A failed step does not prevent the others from running, unless the database is
 * unavailable: then this throws the error.
 */
export async function runSteps<Parts>(
  steps: Readonly<Record<string, (parts: Parts) => Promise<unknown>>>,
  parts: Parts,
  onFailed: OnFailedStep,
): Promise<void> {
  for (const [step, run] of Object.entries(steps)) {
    try {
      await run(parts)
    } catch (error) {
      if (outageOf(error) !== undefined) throw error
      onFailed(step, error)
    }
  }
}
