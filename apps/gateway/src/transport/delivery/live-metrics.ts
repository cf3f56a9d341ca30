import { Counter, Gauge, Histogram, type Metrics } from '@travel-rule/service/metrics'
import type { GraphQLError } from 'graphql'
import type { RelayObserver } from '../../relay/relay.ts'

/** Why results were not sent: a later one stood for it, there was no room for the oldest, its operation was too slow, the client ended the operation, or was gone. */
export type DropReason = 'REPLACED' | 'OLDEST' | 'SLOW_CONSUMER' | 'LEFT' | 'CLOSED'

/** Why the gateway ended a connection: its client took nothing, too many messages waited that cannot be dropped, or pings were not answered. */
export type CutReason = 'STALLED' | 'OVERFULL' | 'UNRESPONSIVE'

/** Codes with which the gateway ends operations that have begun. */
const END_CODES = [
  'FORBIDDEN',
  'INTERNAL_SERVER_ERROR',
  'RATE_LIMITED',
  'RESUME_IMPOSSIBLE',
  'SCHEMA_CHANGED',
  'SLOW_CONSUMER',
  'SUBGRAPH_UNAVAILABLE',
  'TOKEN_EXPIRED',
] as const

/** `REFUSED`: by a subgraph, which may have any code for it. */
export type EndReason = CutReason | (typeof END_CODES)[number] | 'REFUSED'

/** What the end of an operation that fails with this is counted as. */
export function endReasonOf({ extensions }: GraphQLError): EndReason {
  return END_CODES.find((code) => code === extensions.code) ?? 'REFUSED'
}

/** Metrics of live operations and connections. Every method is cheap enough to be called for each event. */
export interface LiveMetrics extends RelayObserver {
  /** Of one protocol; asked for once. */
  of(protocol: string): ProtocolMetrics
}

export interface ProtocolMetrics {
  connected(): void
  disconnected(): void
  /** An operation began, or is over. */
  began(): void
  finished(): void
  /** A result was handed to the socket. `storedAtMs`: when its event was stored, in milliseconds since 1970. */
  delivered(storedAtMs: number | undefined): void
  dropped(reason: DropReason, results: number): void
  /** An operation that had begun, or a connection with all its operations, was ended by the gateway. */
  ended(reason: EndReason): void
}

/** Called once per registry. */
export function openLiveMetrics({ registry }: Metrics): LiveMetrics {
  const registers = [registry]
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['protocol'], registers })
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers })

  const connections = gauge('live_connections', 'WebSockets and event streams that are open')
  const operations = gauge('live_operations', 'Operations under way on them')
  const upstreams = new Gauge({ name: 'live_upstreams', help: 'Subscriptions at subgraphs', registers })
  const dedupeHits = counter('live_dedupe_hits_total', 'Subscriptions served by one that was there already')
  const events = counter('live_events_total', 'Events that came from subgraphs')
  const deliveries = counter('live_deliveries_total', 'Results handed to sockets', 'protocol')
  const drops = counter('live_drops_total', 'Results that slow clients did not get', 'reason')
  const ends = counter('live_ends_total', 'Operations and connections that the gateway ended', 'reason')
  const lag = new Histogram({
    name: 'live_lag_seconds',
    help: 'Time from the storing of an event to the handing over of its result to a socket',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  })
  const dropped = byReason(drops)
  const ended = byReason(ends)
  return {
    upstreams: { opened: () => upstreams.inc(), closed: () => upstreams.dec() },
    deduplicated: () => dedupeHits.inc(),
    event: () => events.inc(),
    of(protocol) {
      const open = connections.labels(protocol)
      const underWay = operations.labels(protocol)
      const handedOver = deliveries.labels(protocol)
      return {
        connected: () => open.inc(),
        disconnected: () => open.dec(),
        began: () => underWay.inc(),
        finished: () => underWay.dec(),
        delivered(storedAtMs) {
          handedOver.inc()
          // Another machine's clock may be ahead.
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

/** The series of each reason, made when it first occurs. */
function byReason(counter: Counter<string>): (reason: string) => Counter.Internal {
  const known = new Map<string, Counter.Internal>()
  return (reason) => {
    const series = known.get(reason) ?? counter.labels(reason)
    known.set(reason, series)
    return series
  }
}
