import pg from 'pg'
import type { Logger } from 'pino'

/** How often statements without a response are looked at, in milliseconds. */
const CHECK_MS = 500

export interface SilenceWatchOptions {
  /** How to connect to the server. */
  readonly connection: pg.ClientConfig
  readonly logger?: Logger | undefined
  /** How long a statement may run until the server is probed; 2 s by default. */
  readonly silentMs?: number
  /** How long the server may take to accept a connection, twice in a row; 3 s by default. */
  readonly probeMs?: number
}

export interface SilenceWatch extends Disposable {
  /** Whether the server accepts no connection while a statement waits for its response. */
  readonly isSilent: boolean
  /** Ends the client of a statement that waits for a server that has become silent. */
  watch(client: Pick<pg.Client, 'end'>, statement: Promise<unknown>): void
}

/**
 * Notices a server that hangs without closing its connections, as a stopped process or a lost
 * network does: no limit of the server ends a statement then.
 *
 * A slow statement alone proves nothing, so the server is asked for a new connection before its
 * statements are given up, and again until it responds.
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
    // Twice, because this process may have been too busy to see the first response.
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

/** pg's client, whose statements are watched. */
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

/** Whether the server lets a client in, or says why not. */
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
