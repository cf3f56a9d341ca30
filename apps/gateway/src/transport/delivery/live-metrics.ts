import { Counter, Gauge, Histogram, type Metrics } from '@travel-rule/service/metrics'
import type { GraphQLError } from 'graphql'
import type { RelayObserver } from '../../relay/relay.ts'

/**
 * Why results were not sent: replaced by a later one, dropped as the oldest, their operation ended
 * as a slow consumer, the client ended the operation, or its connection closed.
 */
export type DropReason = 'REPLACED' | 'OLDEST' | 'SLOW_CONSUMER' | 'LEFT' | 'CLOSED'

/**
 * Why a connection was terminated: the client read nothing, too many final messages were queued, or no pong was
 * received.
 */
export type TerminationReason = 'STALLED' | 'OVERFULL' | 'UNRESPONSIVE'

/** Codes with which the gateway ends operations in progress. */
const END_CODES = [
  'FORBIDDEN',
  'INTERNAL_SERVER_ERROR',
  'RATE_LIMITED',
  'RESUME_IMPOSSIBLE',
  'SCHEMA_CHANGED',
  'SLOW_CONSUMER',
  'SUBGRAPH_UNAVAILABLE',
  'TOKEN_EXPIRED',
  'TOKEN_REVOKED',
] as const

/** `REFUSED`: ended by a subgraph with a different code. */
export type EndReason = TerminationReason | (typeof END_CODES)[number] | 'REFUSED'

/** The metric label for an operation that fails with this error. */
export function endReasonOf({ extensions }: GraphQLError): EndReason {
  return END_CODES.find((code) => code === extensions.code) ?? 'REFUSED'
}

/**
 * Why an upgrade was refused: its path or origin, the gateway is stopping, too many sockets are open
 * (in all, or from the address), too many of them are not authenticated, or they are opened too fast.
 */
export type UpgradeRefusal =
  | 'PATH'
  | 'ORIGIN'
  | 'CLOSING'
  | 'FULL'
  | 'ADDRESS_FULL'
  | 'UNAUTHENTICATED_FULL'
  | 'UNAUTHENTICATED_ADDRESS_FULL'
  | 'PACE'

/**
 * Metrics of live operations and connections. Every method is cheap enough to be called for each
 * event.
 */
export interface LiveMetrics extends RelayObserver {
  /** The upgrade of a request to a WebSocket was refused. */
  refusedUpgrade(reason: UpgradeRefusal): void
  /** The metrics of one protocol. */
  of(protocol: string): ProtocolMetrics
}

export interface ProtocolMetrics {
  connected(): void
  disconnected(): void
  /** An operation began, or has ended. */
  began(): void
  finished(): void
  /** A result was written. `storedAtMs`: when its event was stored, in milliseconds since 1970. */
  delivered(storedAtMs: number | undefined): void
  dropped(reason: DropReason, results: number): void
  /** The gateway ended an operation in progress, or a connection with all its operations. */
  ended(reason: EndReason): void
}

/** Call it once per registry. */
export function openLiveMetrics({ registry }: Metrics): LiveMetrics {
  const registers = [registry]
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['protocol'], registers })
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers })

  const connections = gauge('live_connections', 'Open WebSockets and event streams')
  const operations = gauge('live_operations', 'Operations in progress on them')
  const upstreams = new Gauge({ name: 'live_upstreams', help: 'Subscriptions at subgraphs', registers })
  const dedupeHits = counter('live_dedupe_hits_total', 'Subscriptions that share the upstream of another')
  const events = counter('live_events_total', 'Events received from subgraphs')
  // By protocol, since the metrics were last read: calling `inc` for each delivery would be slower.
  const unread = new Map<string, { deliveries: number }>()
  new Counter({
    name: 'live_deliveries_total',
    help: 'Results written to connections',
    labelNames: ['protocol'],
    registers,
    collect() {
      for (const [protocol, since] of unread) {
        this.inc({ protocol }, since.deliveries)
        since.deliveries = 0
      }
    },
  })
  const drops = counter('live_drops_total', 'Results that were not sent', 'reason')
  const ends = counter('live_ends_total', 'Operations and connections ended by the gateway', 'reason')
  const upgrades = counter('live_upgrades_refused_total', 'Upgrades to a WebSocket that were refused', 'reason')
  const lag = new Histogram({
    name: 'live_lag_seconds',
    help: 'Time from storing an event to writing its result',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  })
  const dropped = byReason(drops)
  const ended = byReason(ends)
  const refused = byReason(upgrades)
  return {
    refusedUpgrade: (reason) => refused(reason).inc(),
    upstreams: { opened: () => upstreams.inc(), closed: () => upstreams.dec() },
    deduplicated: () => dedupeHits.inc(),
    event: () => events.inc(),
    of(protocol) {
      const open = connections.labels(protocol)
      const inProgress = operations.labels(protocol)
      const since = unread.get(protocol) ?? { deliveries: 0 }
      unread.set(protocol, since)
      return {
        connected: () => open.inc(),
        disconnected: () => open.dec(),
        began: () => inProgress.inc(),
        finished: () => inProgress.dec(),
        delivered(storedAtMs) {
          since.deliveries += 1
          // The database's clock may be ahead.
          if (storedAtMs !== undefined) lag.observe(Math.max(0, Date.now() - storedAtMs) / 1_000)
        },
        dropped(reason, results) {
          if (results > 0) dropped(reason).inc(results)
        },
        ended: (reason) => ended(reason).inc(),
      }
    },
  }
}

/** The time series of each reason, created when it first occurs. */
function byReason(counter: Counter<string>): (reason: string) => Counter.Internal {
  const created = new Map<string, Counter.Internal>()
  return (reason) => {
    const series = created.get(reason) ?? counter.labels(reason)
    created.set(reason, series)
    return series
  }
}
