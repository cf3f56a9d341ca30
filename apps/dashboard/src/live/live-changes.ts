import { type LiveSocketOptions, openLiveSocket } from '@travel-rule/web-app/live-socket'

/** The state of live updates. */
export type LivePhase = 'CONNECTING' | 'LIVE' | 'RECONNECTING' | 'STOPPED'

export interface LiveOptions<Change> extends Pick<LiveSocketOptions, 'url' | 'token' | 'pingMs' | 'pongMs'> {
  /** The subscription. */
  readonly query: string
  readonly onChange: (change: Change) => void
  readonly onPhase: (phase: LivePhase) => void
  /** Changes may have been missed: the current state has to be queried. */
  readonly onGap: () => void
  /** Maximum wait before another attempt; shorter in tests. */
  readonly retryMsMax?: number
}

export interface LiveChanges {
  /** Sends the renewed token, so that the subscription continues. */
  renew(): Promise<void>
  close(): void
}

/** Codes of errors after which the subscription resumes. */
const RESUMABLE = ['TOKEN_EXPIRED', 'SLOW_CONSUMER', 'SUBGRAPH_UNAVAILABLE', 'SCHEMA_CHANGED', 'RATE_LIMITED']

/** Follows a subscription. After a lost connection, continues from the position of the last change. */
export function followChanges<Change>(options: LiveOptions<Change>): LiveChanges {
  const { query, onChange, onPhase, onGap, retryMsMax = 10_000, ...connection } = options
  let phase: LivePhase | undefined
  let hasGap = true
  let isClosed = false
  let end = () => {}
  /** After each reconnect, the client sends the current values. */
  const extensions: Record<string, unknown> = { announce: true }
  const { client, renew } = openLiveSocket({
    ...connection,
    shouldRetry: () => true,
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: (retries) => waitOrOnline(Math.random() * Math.min(retryMsMax, 500 * 2 ** retries)),
  })
  client.on('closed', () => {
    if (phase === 'LIVE') enter('RECONNECTING')
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
    renew,
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
