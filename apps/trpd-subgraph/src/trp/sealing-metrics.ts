import type { Metrics } from '@travel-rule/service/metrics'
import { addSampledGauges } from '@travel-rule/service/sampled-gauges'
import { countOutdated } from '../actions/rotate-sealing-keys.ts'
import type { TransferService } from '../actions/transfer-service.ts'

/** Exports how far a rotation of the sealing keys has come. */
export function observeSealing(metrics: Metrics, service: Pick<TransferService, 'database' | 'sealer'>): void {
  addSampledGauges(metrics, {
    group: 'sealing',
    gauges: {
      sealing_keys_outdated: { help: 'Data keys and values of the database that an older sealing key protects' },
    },
    read: async () => [{ gauge: 'sealing_keys_outdated', value: await countOutdated(service) }],
  })
}
