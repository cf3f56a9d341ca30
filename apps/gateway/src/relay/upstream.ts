import { type Client, createClient, type SubscribePayload } from 'graphql-ws'
import { WebSocket } from 'ws'

/** What a subgraph's subscription sends, and how it ends. Exactly one of `failed` and `completed` is called, once, and last. */
export interface UpstreamSink {
  next(payload: unknown): void
  /** The subgraph refused the subscription: the entries of its `error` message. */
  refused(errors: readonly unknown[]): void
  /** The connection was lost or never came about. `reason` is for the log. */
  lost(reason: string): void
  completed(): void
}

/** Subscriptions to one subgraph over one connection, opened when the first comes and closed some time after the last has gone. */
export interface Upstream extends AsyncDisposable {
  /** Returns what ends the subscription; nothing is called on the sink after that. */
  subscribe(payload: SubscribePayload, sink: UpstreamSink): () => void
}

const idleMs = 5_000
const pingMs = 10_000
const pongWaitMs = 5_000
const ackWaitMs = 5_000

export function openUpstream(url: string): Upstream {
  let connected = false
  let pongTimer: NodeJS.Timeout | undefined
  function armPongTimeout(): void {
    clearTimeout(pongTimer)
    pongTimer = setTimeout(() => client.terminate(), pongWaitMs)
  }
  const client: Client = createClient({
    url: url.replace(/^http/, 'ws'),
    webSocketImpl: WebSocket,
    lazy: true,
    lazyCloseTimeout: idleMs,
    keepAlive: pingMs,
    connectionAckWaitTimeout: ackWaitMs,
    // Whoever subscribes decides about another attempt, because each needs a fresh proof of identity.
    retryAttempts: 0,
    on: {
      // A subgraph that no longer answers pings is as good as gone.
      ping: (received) => {
        if (!received) armPongTimeout()
      },
      pong: (received) => {
        if (received) clearTimeout(pongTimer)
      },
      connected: () => {
        connected = true
      },
      closed: () => {
        connected = false
        clearTimeout(pongTimer)
      },
    },
  })

  return {
    subscribe(payload, sink) {
      let over = false
      const unsubscribe = client.subscribe(payload, {
        next: (result) => {
          if (!over) sink.next(result)
        },
        error: (error) => {
          if (over) return
          over = true
          if (Array.isArray(error)) sink.refused(error)
          else sink.lost(describe(error))
        },
        complete: () => {
          if (over) return
          over = true
          // The client library also completes when the connection is closed with 1000: that is no end of a subscription.
          if (connected) sink.completed()
          else sink.lost('closed with 1000')
        },
      })
      return () => {
        over = true
        unsubscribe()
      }
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(pongTimer)
      await client.dispose()
    },
  }
}

function describe(error: unknown): string {
  if (error instanceof Error) return error.message
  if (typeof error === 'object' && error !== null && 'code' in error) return `closed with ${String(error.code)}`
  return String(error)
}
