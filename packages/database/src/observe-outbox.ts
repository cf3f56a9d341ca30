import type { Metrics } from '@travel-rule/service/metrics'
import { addSampledGauges } from '@travel-rule/service/sampled-gauges'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { Feed } from './feed.ts'

/** Publishes the last position of the outbox, and how far this process is behind. */
export function observeOutbox<Tables>(
  metrics: Metrics,
  { database, feed }: { readonly database: Pick<Database<Tables>, 'db'>; readonly feed: Pick<Feed, 'position'> },
): void {
  addSampledGauges(metrics, {
    group: 'outbox',
    gauges: {
      outbox_position: { help: 'Position of the last committed event' },
      outbox_lag_seconds: {
        help: 'Age of the oldest committed event that this process has not read; 0 if it has read all',
      },
    },
    async read() {
      const { rows } = await sql<{ readonly last: bigint | null; readonly lag: number | null }>`
        select (select max(position) from outbox) as last,
          (select extract(epoch from now() - at)::float8 from outbox
           where position > ${feed.position} order by position limit 1) as lag`.execute(database.db)
      const [{ last, lag } = { last: null, lag: null }] = rows
      return [
        { gauge: 'outbox_position', value: Number(last ?? 0n) },
        // This process's clock may be ahead of the database's.
        { gauge: 'outbox_lag_seconds', value: Math.max(0, lag ?? 0) },
      ]
    },
  })
}
