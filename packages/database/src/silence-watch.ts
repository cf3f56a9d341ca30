import pg from 'pg'
import type { Logger } from 'pino'

/** Interval at which statements without a response are checked, in milliseconds. */
const CHECK_MS = 500

export interface SilenceWatchOptions {
  /** How to connect to the server. */
  readonly connection: pg.ClientConfig
  readonly logger?: Logger | undefined
  /** How long a statement may run before the server is probed; 2 s by default. */
  readonly silentMs?: number
  /** Timeout for the server to accept a connection, twice in a row; 3 s by default. */
  readonly probeMs?: number
}

export interface SilenceWatch extends Disposable {
  /** True while the server accepts no connection and a statement waits for its response. */
  readonly isSilent: boolean
  /** Ends the client if `statement` waits for a server that has become silent. */
  watch(client: Pick<pg.Client, 'end'>, statement: Promise<unknown>): void
}

/**
 * Detects a server that hangs without closing its connections, such as a stopped process or a lost network. In this
 * state, no timeout of the server ends a statement.
 *
 * A slow statement alone proves nothing, so a new connection is attempted before statements are given up, and
 * repeatedly until the server responds.
 */
export function openSilenceWatch(options: SilenceWatchOptions): SilenceWatch {
  const { connection, logger, silentMs = 2_000, probeMs = 3_000 } = options
  const pending = new Set<{ readonly client: Pick<pg.Client, 'end'>; readonly sinceMs: number }>()
  let timer: NodeJS.Timeout | undefined
  let isSilent = false
  let isProbing = false
  let respondedAtMs = Number.NEGATIVE_INFINITY

  function check(): void {
    const [oldest] = pending
    if (oldest === undefined && !isSilent) {
      clearInterval(timer)
      timer = undefined
      return
    }
    const quietSinceMs = Math.max(oldest?.sinceMs ?? 0, respondedAtMs)
    if (!isProbing && (isSilent || performance.now() - quietSinceMs >= silentMs)) void probe()
  }

  async function probe(): Promise<void> {
    isProbing = true
    const startedAtMs = performance.now()
    // Twice, because this process may have been too busy to receive the first response.
    const responds = (await accepts(connection, probeMs)) || (await accepts(connection, probeMs))
    isProbing = false
    if (responds) respondedAtMs = performance.now()
    if (isSilent === responds)
      logger?.warn(responds ? 'the database server responds again' : 'the database server is silent')
    isSilent = !responds
    if (responds) return
    for (const { client, sinceMs } of pending) if (sinceMs <= startedAtMs) void client.end().catch(() => {})
  }

  return {
    get isSilent() {
      return isSilent
    },
    watch(client, statement) {
      const entry = { client, sinceMs: performance.now() }
      const settled = () => void pending.delete(entry)
      pending.add(entry)
      statement.then(settled, settled)
      timer ??= setInterval(check, CHECK_MS).unref()
    },
    [Symbol.dispose]() {
      clearInterval(timer)
    },
  }
}

/** pg's client, with its statements watched. */
export function watchedClient(silence: SilenceWatch): typeof pg.Client {
  return class extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen overloads
    override query(...args: any[]): any {
      const result = super.query(...(args as Parameters<pg.Client['query']>)) as unknown
      if (result instanceof Promise) silence.watch(this, result)
      return result
    }
  }
}

/** True if the server accepts a client, or gives a reason for refusing it. */
async function accepts(connection: pg.ClientConfig, timeoutMs: number): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: timeoutMs })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    return error instanceof pg.DatabaseError
  } finally {
    client.end().catch(() => {})
  }
}
