import { Counter, Histogram, type Metrics } from '@travel-rule/service/metrics'
import { addSampledGauges } from '@travel-rule/service/sampled-gauges'
import type { Kysely } from 'kysely'
import type { Tables } from '../../foundation/store/tables.ts'
import { countUndelivered } from '../../transfers/store/transfer-counts.ts'
import type { DeliveryAttempt } from '../domain/delivery-attempt.ts'
import { countOpenBreakers } from '../store/circuit-breakers.ts'

/** Counts the attempts to deliver messages to counterparties. */
export interface DeliveryMetrics {
  attempted(attempt: DeliveryAttempt): void
}

/** Exports the attempts made by this process, and the number of undelivered transfers in the database. */
export function openDeliveryMetrics(metrics: Metrics, db: Kysely<Tables>): DeliveryMetrics {
  const attempts = new Counter({
    name: 'delivery_attempts_total',
    help: 'Messages sent to counterparties, by what their response means',
    labelNames: ['kind', 'outcome'],
    registers: [metrics.registry],
  })
  const durations = new Histogram({
    name: 'delivery_attempt_duration_seconds',
    help: 'Time from the request to the last byte of the response, discovery included',
    labelNames: ['outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40],
    registers: [metrics.registry],
  })
  addSampledGauges(metrics, {
    group: 'deliveries',
    gauges: {
      transfers_undelivered: {
        help: 'Transfers whose latest message has not been delivered: RETRYING, or FAILED for good',
        labelNames: ['state'],
      },
      delivery_circuit_breakers_open: {
        help: 'VASPs to which nothing is sent for now, since they do not respond',
      },
    },
    async read() {
      const [counts, open] = await Promise.all([countUndelivered(db), countOpenBreakers(db)])
      const undelivered = Object.entries(counts).map(([state, value]) => ({
        gauge: 'transfers_undelivered' as const,
        labels: { state },
        value,
      }))
      return [...undelivered, { gauge: 'delivery_circuit_breakers_open' as const, value: open }]
    },
  })
  return {
    attempted({ kind, outcome, durationMs }) {
      attempts.inc({ kind, outcome })
      durations.observe({ outcome }, durationMs / 1_000)
    },
  }
}
