import { type Client, createClient } from 'graphql-ws'

type Transaction = { id: string; version: number; status: string }

/** Calls `onChange` for every change of a transaction; returns a function that unsubscribes. */
export function followTransactions(
  url: string, // http://localhost:4000
  token: () => Promise<string>,
  onChange: (transaction: Transaction) => void,
  onError: (reason: unknown) => void,
): () => void {
  const query = 'subscription { trpdTransactions { id version status } }'
  return openLiveClient(url, token).subscribe<{ trpdTransactions: Transaction }>(
    { query },
    { next: ({ data }) => data && onChange(data.trpdTransactions), error: onError, complete: () => {} },
  )
}

/** A client that reconnects and refreshes its token in band, without a missed event. */
export function openLiveClient(url: string, token: () => Promise<string>): Client {
  let socket: WebSocket
  let timer: ReturnType<typeof setTimeout>
  const refresh = async () => {
    const ping = { type: 'ping', payload: { bearer_token: await token() } }
    socket.send(JSON.stringify(ping))
  }
  const refreshIn = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => refresh().catch(() => refreshIn(5_000)), ms)
  }
  const client = createClient({
    url: `${url.replace(/^http/, 'ws')}/graphql-ws`,
    connectionParams: async () => ({ bearer_token: await token() }),
    // Even while the gateway restarts and refuses connections. The random wait spreads the clients.
    shouldRetry: () => true,
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: (retries) => wait(Math.random() * Math.min(30_000, 500 * 2 ** retries)),
    on: {
      connected(opened) {
        socket = opened as WebSocket
        refreshIn(0)
      },
      pong(_received, payload) {
        // Without `expiresAt` the token was refused, and `error` says why.
        const remainingMs = typeof payload?.expiresAt === 'string' ? Date.parse(payload.expiresAt) - Date.now() : 0
        refreshIn(Math.max(5_000, remainingMs / 2))
      },
      closed: () => clearTimeout(timer),
    },
  })
  return { ...client, subscribe: (payload, sink) => subscribeResuming(client, payload, sink) }
}

/** Codes of errors after which a subscription can be resumed. */
const RESUMABLE = ['TOKEN_EXPIRED', 'SLOW_CONSUMER', 'SUBGRAPH_UNAVAILABLE', 'SCHEMA_CHANGED', 'RATE_LIMITED']

function subscribeResuming(...[client, payload, sink]: [Client, ...Parameters<Client['subscribe']>]): () => void {
  // The client sends the current values after each reconnect.
  const extensions: Record<string, unknown> = { ...payload.extensions, announce: true }
  let ended = false
  let end = () => {}
  const begin = () => {
    end = client.subscribe<Record<string, unknown>, { position?: string }>(
      { ...payload, extensions },
      {
        next(result) {
          extensions.resumeAfter = result.extensions?.position ?? extensions.resumeAfter
          // Only callers that requested announcements receive them.
          if (result.data || result.errors || payload.extensions?.announce) sink.next(result)
        },
        error(reason) {
          const code = Array.isArray(reason) ? reason[0].extensions?.code : undefined
          if (!RESUMABLE.includes(code)) return sink.error(reason)
          wait(1_000 + Math.random() * 1_000).then(() => ended || begin())
        },
        complete: () => sink.complete(),
      },
    )
  }
  begin()
  return () => {
    ended = true
    end()
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
