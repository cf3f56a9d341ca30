import { Gauge, type Metrics } from '@travel-rule/service/metrics'
import type { Database } from './database.ts'

/** Publishes the state of the connection pool of this process. */
export function observeDatabase({ registry }: Metrics, { pool }: Pick<Database<unknown>, 'pool'>): void {
  const registers = [registry]
  new Gauge({
    name: 'database_pool_connections',
    help: 'Open connections of the pool',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'in_use' }, pool.totalCount - pool.idleCount)
    },
  })
  new Gauge({
    name: 'database_pool_connections_max',
    help: 'Most connections of the pool',
    registers,
    collect() {
      this.set(pool.options.max)
    },
  })
  new Gauge({
    name: 'database_pool_waiting',
    help: 'Callers that wait for a free connection',
    registers,
    collect() {
      this.set(pool.waitingCount)
    },
  })
}
