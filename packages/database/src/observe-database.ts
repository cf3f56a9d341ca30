import { Gauge, type Metrics } from '@travel-rule/service/metrics'
import type { Database } from './database.ts'

/** Publishes the state of this process's connection pools. */
export function observeDatabase({ registry }: Metrics, { pools }: Pick<Database<unknown>, 'pools'>): void {
  const registers = [registry]
  new Gauge({
    name: 'database_pool_connections',
    help: 'Open connections of the pool',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [name, pool] of pools) {
        this.set({ pool: name, state: 'idle' }, pool.idleCount)
        this.set({ pool: name, state: 'in_use' }, pool.totalCount - pool.idleCount)
      }
    },
  })
  new Gauge({
    name: 'database_pool_connections_max',
    help: 'Most connections of the pool',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [name, pool] of pools) this.set({ pool: name }, pool.options.max)
    },
  })
  new Gauge({
    name: 'database_pool_waiting',
    help: 'Callers waiting for a free connection',
    labelNames: ['pool'],
    registers,
    collect() {
      for (const [name, pool] of pools) this.set({ pool: name }, pool.waitingCount)
    },
  })
}
