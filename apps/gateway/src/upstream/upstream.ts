import type { SubscribePayload } from 'graphql-ws'
import { subscribeOverHttp } from './http-subscription.ts'
import {
  openUpstreamConnection,
  type UpstreamConnection,
  type UpstreamLimits,
  type UpstreamSink,
} from './upstream-connection.ts'
import type { UpstreamSettings } from './upstream-settings.ts'

/**
 * Subscriptions at one subgraph, over a few shared WebSockets, or each over an HTTP request.
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
  handshakeMs: 15_000,
  ackMs: 15_000,
  idleMs: 5_000,
  pingMs: 10_000,
  pongMs: 5_000,
  closeWaitMs: 1_000,
  messageBytesMax: 32_000_000,
  bufferedBytesMax: 16_000_000,
}

/**
 * `url` is http(s) or ws(s); throws for any other. Does not connect yet.
 *
 * Without a protocol in the settings, the subgraph chooses one of the two WebSocket protocols. If it serves no
 * WebSocket, subscriptions are requested over HTTP, until that fails as well.
 */
export function openUpstream(
  url: string,
  limits: Partial<UpstreamLimits> = {},
  settings: UpstreamSettings = {},
): Upstream {
  const { protocol = 'auto' } = settings
  const socketUrl = withScheme(settings.url ?? url, 'ws')
  const httpUrl = withScheme(settings.url ?? url, 'http')
  const all = { ...UPSTREAM_LIMITS, ...limits }
  /** Connections whose sockets have not closed yet. */
  const connections = new Set<UpstreamConnection>()
  /** Functions that report each subscription over HTTP as lost. */
  const requests = new Set<() => void>()
  let overHttp = protocol === 'graphql-sse' || protocol === 'multipart'
  let disposed = false

  function open(sharersMax: number, identity: string | undefined): UpstreamConnection {
    const onClosed = () => connections.delete(connection)
    const options = { url: socketUrl, limits: all, settings, sharersMax, identity, onClosed }
    const connection = openUpstreamConnection(options)
    connections.add(connection)
    return connection
  }

  function subscribeOverSocket(payload: SubscribePayload, sink: UpstreamSink, sharersMax: number): () => void {
    const max = Math.min(sharersMax, all.subscriptionsPerSocketMax)
    const identity = settings.identity === 'connection' ? assertionOf(payload) : undefined
    const isFree = (it: UpstreamConnection) =>
      it.sharersMax === max && it.identity === identity && it.isOpen() && it.size() < max
    const connection = connections.values().find(isFree) ?? open(max, identity)
    if (protocol !== 'auto' || connection.isReady()) return connection.subscribe(payload, sink)
    let end = connection.subscribe(payload, {
      begun: () => sink.begun(),
      next: (event) => sink.next(event),
      refused: (errors) => sink.refused(errors),
      completed: () => sink.completed(),
      lost(reason, tooLong) {
        if (disposed || !connection.servesNoSocket()) return sink.lost(reason, tooLong)
        overHttp = true
        end = request(payload, sink)
      },
    })
    return () => end()
  }

  function request(payload: SubscribePayload, sink: UpstreamSink): () => void {
    const lose = () => {
      end()
      sink.lost(DISPOSED)
    }
    const onClosed = () => requests.delete(lose)
    const lost: UpstreamSink['lost'] = (reason, tooLong) => {
      // The subgraph may serve WebSockets when it is back.
      if (protocol === 'auto') overHttp = false
      sink.lost(reason, tooLong)
    }
    const own: UpstreamSink = {
      begun: () => sink.begun(),
      next: (event) => sink.next(event),
      refused: (errors) => sink.refused(errors),
      completed: () => sink.completed(),
      lost,
    }
    const end = subscribeOverHttp(payload, own, { url: httpUrl, limits: all, settings, onClosed })
    requests.add(lose)
    return end
  }

  return {
    subscribe(payload, sink, sharersMax = Number.POSITIVE_INFINITY) {
      if (disposed) return loseSoon(sink)
      return overHttp ? request(payload, sink) : subscribeOverSocket(payload, sink, sharersMax)
    },
    counts() {
      const live = [...connections].filter((connection) => connection.isOpen())
      return {
        connections: live.length + requests.size,
        subscriptions: live.reduce((sum, connection) => sum + connection.size(), requests.size),
      }
    },
    async [Symbol.asyncDispose]() {
      disposed = true
      for (const lose of requests) lose()
      await Promise.all([...connections].map((connection) => connection.close(DISPOSED)))
    },
  }
}

const DISPOSED = 'the gateway closed its connections to this subgraph'

function loseSoon(sink: UpstreamSink): () => void {
  const soon = setImmediate(() => sink.lost(DISPOSED))
  return () => clearImmediate(soon)
}

function assertionOf({ extensions }: SubscribePayload): string | undefined {
  const assertion = extensions?.identityAssertion
  return typeof assertion === 'string' ? assertion : undefined
}

function withScheme(url: string, scheme: 'http' | 'ws'): string {
  const { protocol, href } = new URL(url)
  if (!/^(https?|wss?):$/.test(protocol)) throw new TypeError(`a subgraph cannot be reached with ${protocol}`)
  return href.replace(/^(http|ws)/, scheme).replace(/#.*$/, '')
}
