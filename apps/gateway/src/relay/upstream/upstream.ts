import type { SubscribePayload } from 'graphql-ws'
import { openUpstreamConnection, type UpstreamConnection } from './upstream-connection.ts'
import { UPSTREAM_LIMITS, type UpstreamLimits } from './upstream-limits.ts'
import type { UpstreamSink } from './upstream-sink.ts'

export type { UpstreamEvent, UpstreamSink } from './upstream-sink.ts'

/**
 * Subscriptions to one subgraph over a few shared sockets that speak `graphql-transport-ws`.
 *
 * Sockets are opened when they are needed and closed some time after their last subscription. A subscription that is lost is not tried again
 * here: each attempt needs a fresh proof of identity. Disposing closes all; subscriptions that are left are lost, as are later ones.
 */
export interface Upstream extends AsyncDisposable {
  /** Returns what ends the subscription. It shares its socket with others for which `sharersMax` is the same, so many in all; by default as many as may be. */
  subscribe(payload: SubscribePayload, sink: UpstreamSink, sharersMax?: number): () => void
  /** Sockets open or opening now, and the subscriptions on them. */
  counts(): { readonly connections: number; readonly subscriptions: number }
}

/** `url` of a subgraph, with http(s) or ws(s). Throws when it is none; nothing is connected yet. */
export function openUpstream(url: string, limits: Partial<UpstreamLimits> = {}): Upstream {
  const address = socketAddress(url)
  const all = { ...UPSTREAM_LIMITS, ...limits }
  /** Until their sockets are closed. */
  const connections = new Set<UpstreamConnection>()
  let disposed = false

  function open(sharersMax: number): UpstreamConnection {
    const connection = openUpstreamConnection(address, all, sharersMax, () => connections.delete(connection))
    connections.add(connection)
    return connection
  }

  return {
    subscribe(payload, sink, sharersMax = Number.POSITIVE_INFINITY) {
      if (disposed) return loseSoon(sink)
      const max = Math.min(sharersMax, all.subscriptionsPerSocketMax)
      const free = connections.values().find((it) => it.sharersMax === max && it.isOpen() && it.size() < max)
      return (free ?? open(max)).subscribe(payload, sink)
    },
    counts() {
      const live = [...connections].filter((connection) => connection.isOpen())
      return {
        connections: live.length,
        subscriptions: live.reduce((sum, connection) => sum + connection.size(), 0),
      }
    },
    async [Symbol.asyncDispose]() {
      disposed = true
      await Promise.all([...connections].map((connection) => connection.close(DISPOSED)))
    },
  }
}

const DISPOSED = 'the gateway closed its ways to this subgraph'

function loseSoon(sink: UpstreamSink): () => void {
  const soon = setImmediate(() => sink.lost(DISPOSED, false))
  return () => clearImmediate(soon)
}

function socketAddress(url: string): string {
  const { protocol, href } = new URL(url)
  if (!/^(https?|wss?):$/.test(protocol)) throw new TypeError(`a subgraph cannot be reached with ${protocol}`)
  return href.replace(/^http/, 'ws').replace(/#.*$/, '')
}
