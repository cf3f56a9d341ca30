import type { Metrics } from '@travel-rule/service/metrics'
import { addSampledGauges } from '@travel-rule/service/sampled-gauges'

/** Exports how far a rotation of the sealing keys has come, as `countOutdated` says. */
export function observeSealing(metrics: Metrics, countOutdated: () => Promise<number>): void {
  addSampledGauges(metrics, {
    group: 'sealing',
    gauges: {
      sealing_keys_outdated: { help: 'Data keys and values of the database that an older sealing key protects' },
    },
    read: async () => [{ gauge: 'sealing_keys_outdated', value: await countOutdated() }],
  })
}
