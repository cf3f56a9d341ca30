import { type Client, type ClientOptions, createClient } from 'graphql-ws'

export interface LiveSocketOptions extends Pick<ClientOptions, 'url' | 'retryAttempts' | 'retryWait' | 'shouldRetry'> {
  /** The token of the signed-in person. */
  readonly token: () => string | undefined | Promise<string | undefined>
  /** How often a connection without messages is tested, and the timeout of its response; shorter in tests. */
  readonly pingMs?: number
  readonly pongMs?: number
}

/** A connection to `/graphql-ws`, open while a subscription runs, and replaced when it does not respond. */
export interface LiveSocket {
  readonly client: Client
  /** Sends a renewed token to the gateway, so that running subscriptions continue without a gap. */
  renew(): Promise<void>
}

export function openLiveSocket({ token, pingMs = 12_000, pongMs = 5_000, ...options }: LiveSocketOptions): LiveSocket {
  let socket: WebSocket | undefined
  let sentToken: string | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  const client = createClient({
    ...options,
    connectionParams: async () => {
      sentToken = await token()
      return { bearer_token: sentToken ?? '' }
    },
    keepAlive: pingMs,
    on: {
      ping(isReceived) {
        if (isReceived) return
        clearTimeout(silence)
        silence = setTimeout(() => client.terminate(), pongMs)
      },
      pong: (isReceived) => {
        if (isReceived) clearTimeout(silence)
      },
      connected: (opened) => {
        socket = opened as WebSocket
      },
      closed: () => {
        clearTimeout(silence)
        socket = undefined
      },
    },
  })
  return {
    client,
    async renew() {
      const fresh = await token()
      if (socket?.readyState !== WebSocket.OPEN || fresh === undefined || fresh === sentToken) return
      sentToken = fresh
      socket.send(JSON.stringify({ type: 'ping', payload: { bearer_token: fresh } }))
    },
  }
}
