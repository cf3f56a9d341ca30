import type { Metrics } from '@travel-rule/service/metrics'
import { addSampledGauges } from '@travel-rule/service/sampled-gauges'
import type { Database } from './database.ts'
import { countDueJobs } from './job-table.ts'

/** Publishes the depth of each queue, across all processes. */
export function observeJobs(
  metrics: Metrics,
  { database, queues }: { readonly database: Pick<Database<unknown>, 'pool'>; readonly queues: readonly string[] },
): void {
  const labelNames = ['queue']
  addSampledGauges(metrics, {
    group: 'jobs',
    gauges: {
      jobs_due: { help: 'Jobs that no worker has started although their time has come, at most 10,000', labelNames },
      jobs_due_age_seconds: { help: 'How long the oldest of them has been due; 0 if no job is due', labelNames },
    },
    async read() {
      const counts = await countDueJobs(database.pool, queues)
      return counts.flatMap(({ queue, due, ageSeconds }) => [
        { gauge: 'jobs_due' as const, labels: { queue }, value: due },
        { gauge: 'jobs_due_age_seconds' as const, labels: { queue }, value: ageSeconds },
      ])
    },
  })
}
