import type { Metrics } from '@travel-rule/service/metrics'
import { addSampledGauges } from '@travel-rule/service/sampled-gauges'
import type { QueryExecutorProvider } from 'kysely'
import type { KeyWrapper } from './key-wrapper.ts'
import { countOutdatedKeys } from './record-keys.ts'

/** Exports how far a rotation of the sealing keys has come. */
export function observeDataKeys(metrics: Metrics, db: QueryExecutorProvider, wrapper: KeyWrapper): void {
  addSampledGauges(metrics, {
    group: 'sealing',
    gauges: { sealing_keys_outdated: { help: 'Data keys that an older sealing key wraps' } },
    read: async () => [{ gauge: 'sealing_keys_outdated', value: await countOutdatedKeys(db, wrapper) }],
  })
}
