import type { SubscribePayload } from 'graphql-ws'
import {
  openUpstreamConnection,
  type UpstreamConnection,
  type UpstreamLimits,
  type UpstreamSink,
} from './upstream-connection.ts'

/**
 * Subscriptions at one subgraph, over a few shared `graphql-transport-ws` sockets.
 *
 * Sockets are opened on demand, and closed some time after their last subscription. A lost
 * subscription is not retried here, because each attempt needs a new identity assertion. Disposing
 * closes the sockets, and so loses all subscriptions.
 */
export interface Upstream extends AsyncDisposable {
  /**
   * Returns a function that ends the subscription. Its socket is shared by at most `sharersMax`
   * subscriptions, all with the same `sharersMax`. Default: the limit per socket.
   */
  subscribe(payload: SubscribePayload, sink: UpstreamSink, sharersMax?: number): () => void
  /** Numbers of sockets that are open or opening, and of the subscriptions on them. */
  counts(): { readonly connections: number; readonly subscriptions: number }
}

const UPSTREAM_LIMITS: UpstreamLimits = {
  subscriptionsPerSocketMax: 1_000,
  handshakeMs: 5_000,
  ackMs: 5_000,
  idleMs: 5_000,
  pingMs: 10_000,
  pongMs: 5_000,
  closeWaitMs: 1_000,
  messageBytesMax: 32_000_000,
  bufferedBytesMax: 16_000_000,
}

/** `url` is http(s) or ws(s); throws for any other. Opens no connection yet. */
export function openUpstream(url: string, limits: Partial<UpstreamLimits> = {}): Upstream {
  const socketUrl = toSocketUrl(url)
  const all = { ...UPSTREAM_LIMITS, ...limits }
  /** Connections whose sockets are not closed yet. */
  const connections = new Set<UpstreamConnection>()
  let disposed = false

  function open(sharersMax: number): UpstreamConnection {
    const connection = openUpstreamConnection(socketUrl, all, sharersMax, () => connections.delete(connection))
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

const DISPOSED = 'the gateway closed its connections to this subgraph'

function loseSoon(sink: UpstreamSink): () => void {
  const soon = setImmediate(() => sink.lost(DISPOSED))
  return () => clearImmediate(soon)
}

function toSocketUrl(url: string): string {
  const { protocol, href } = new URL(url)
  if (!/^(https?|wss?):$/.test(protocol)) throw new TypeError(`a subgraph cannot be reached with ${protocol}`)
  return href.replace(/^http/, 'ws').replace(/#.*$/, '')
}
