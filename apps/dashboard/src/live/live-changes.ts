import { type Client, createClient } from 'graphql-ws'

/** The state of live updates. */
export type LivePhase = 'CONNECTING' | 'LIVE' | 'RECONNECTING' | 'STOPPED'

export interface LiveOptions<Change> {
  /** URL of `/graphql-ws`, `ws:` or `wss:`. */
  readonly url: string
  /** The subscription. */
  readonly query: string
  readonly token: () => Promise<string | undefined>
  readonly onChange: (change: Change) => void
  readonly onPhase: (phase: LivePhase) => void
  /** Changes may have been missed: the current state has to be queried. */
  readonly onGap: () => void
  /** Maximum wait before another attempt; shorter in tests. */
  readonly retryMsMax?: number
  /** How often a connection without messages is tested, and the timeout of its response. */
  readonly pingMs?: number
  readonly pongMs?: number
}

export interface LiveChanges {
  /** Sends the renewed token, so that the subscription continues. */
  renew(): void
  close(): void
}

/** Codes of errors after which the subscription resumes. */
const RESUMABLE = ['TOKEN_EXPIRED', 'SLOW_CONSUMER', 'SUBGRAPH_UNAVAILABLE', 'SCHEMA_CHANGED', 'RATE_LIMITED']

/** Follows a subscription. After a lost connection, continues from the position of the last change. */
export function followChanges<Change>(options: LiveOptions<Change>): LiveChanges {
  const { url, query, token, onChange, onPhase, onGap, retryMsMax = 10_000, pingMs = 12_000, pongMs = 5_000 } = options
  let socket: WebSocket | undefined
  let phase: LivePhase | undefined
  let hasGap = true
  let isClosed = false
  let end = () => {}
  let silence: ReturnType<typeof setTimeout> | undefined
  /** After each reconnect, the client sends the current values. */
  const extensions: Record<string, unknown> = { announce: true }
  const client: Client = createClient({
    url,
    connectionParams: async () => ({ bearer_token: (await token()) ?? '' }),
    shouldRetry: () => true,
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: (retries) => waitOrOnline(Math.random() * Math.min(retryMsMax, 500 * 2 ** retries)),
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
        if (phase === 'LIVE') enter('RECONNECTING')
      },
    },
  })

  function begin(): void {
    end = client.subscribe<Record<string, unknown>, { position?: string | null }>(
      { query, extensions },
      {
        next({ data, extensions: { position } = {} }) {
          extensions.resumeAfter = position ?? extensions.resumeAfter
          const [change] = data ? Object.values(data) : []
          // The first result, usually an announcement without data: every later change arrives.
          live()
          if (change) onChange(change as Change)
        },
        error(reason) {
          if (isClosed) return
          const code = codeOf(reason)
          if (code === 'RESUME_IMPOSSIBLE') {
            delete extensions.resumeAfter
            hasGap = true
            begin()
          } else if (RESUMABLE.includes(code)) {
            enter('RECONNECTING')
            void wait(Math.min(retryMsMax, 1_000 + Math.random() * 1_000)).then(() => isClosed || begin())
          } else {
            enter('STOPPED')
          }
        },
        complete: () => {
          if (!isClosed) enter('STOPPED')
        },
      },
    )
  }

  function live(): void {
    // Changes stored before the first announcement do not arrive.
    if (hasGap) onGap()
    hasGap = false
    enter('LIVE')
  }

  function enter(next: LivePhase): void {
    if (phase === next) return
    phase = next
    onPhase(next)
  }

  enter('CONNECTING')
  begin()
  return {
    renew() {
      void token().then((fresh) => {
        if (socket?.readyState === 1)
          socket.send(JSON.stringify({ type: 'ping', payload: { bearer_token: fresh ?? '' } }))
      })
    },
    close() {
      isClosed = true
      end()
      void client.dispose()
    },
  }
}

function codeOf(reason: unknown): string {
  const code = Array.isArray(reason) ? (reason[0]?.extensions?.code as unknown) : undefined
  return typeof code === 'string' ? code : ''
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Ends early when the browser reports that its network is back. */
function waitOrOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      globalThis.removeEventListener?.('online', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    globalThis.addEventListener?.('online', done)
  })
}
