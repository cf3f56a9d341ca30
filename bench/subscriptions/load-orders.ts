import type { ClientProtocol } from './raw-client.ts'

/** An order for the load generator. */
export type LoadOrder = ConnectOrder | { readonly type: 'hear' } | RoundOrder | { readonly type: 'leave' }

/**
 * Opens clients with one subscription each. The reply is the time until the last acknowledgement,
 * in seconds.
 */
export interface ConnectOrder {
  readonly type: 'connect'
  readonly port: number
  readonly path: string
  /** The port for causing events: see `event-control.ts`. */
  readonly control: number
  readonly protocol: ClientProtocol
  readonly clients: number
  readonly query: string
  readonly operation: 'shared' | 'distinct'
  readonly token: string
}

/** Causes events for some time. The reply, a `RoundResult`, is sent once every client has received all of them. */
export type RoundOrder = {
  readonly type: 'round'
  readonly durationMs: number
} & (
  | {
      /** Number of events in flight. The next one is caused as soon as all clients have received one. */
      readonly window: number
    }
  | { readonly eventsPerSecond: number }
)

/** Latencies in milliseconds, from the cause of an event until a client has received it. */
export interface RoundResult {
  readonly events: number
  readonly deliveries: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
}
