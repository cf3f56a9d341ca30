import { Counter, type Metrics } from '@travel-rule/service/metrics'
import { addSampledGauges } from '@travel-rule/service/sampled-gauges'
import type { Kysely } from 'kysely'
import type { DeliveryVerdict } from '../domain/decide-delivery.ts'
import type { DeliveryKind } from '../domain/transfer.ts'
import type { Tables } from '../store/tables.ts'
import { countUndelivered } from '../store/transfer-counts.ts'

/** Counts the attempts to deliver messages to counterparties. */
export interface DeliveryMetrics {
  attempted(kind: DeliveryKind, outcome: DeliveryVerdict['type']): void
}

/**
 * Exports the attempts of this process, and the number of undelivered transfers in the database.
 */
export function openDeliveryMetrics(metrics: Metrics, db: Kysely<Tables>): DeliveryMetrics {
  const attempts = new Counter({
    name: 'delivery_attempts_total',
    help: 'Messages sent to counterparties, by what their response means',
    labelNames: ['kind', 'outcome'],
    registers: [metrics.registry],
  })
  addSampledGauges(metrics, {
    group: 'deliveries',
    gauges: {
      transfers_undelivered: {
        help: 'Transfers whose latest message has not been delivered: RETRYING, or FAILED for good',
        labelNames: ['state'],
      },
    },
    async read() {
      const counts = await countUndelivered(db)
      return Object.entries(counts).map(([state, value]) => ({
        gauge: 'transfers_undelivered' as const,
        labels: { state },
        value,
      }))
    },
  })
  return { attempted: (kind, outcome) => attempts.inc({ kind, outcome }) }
}
