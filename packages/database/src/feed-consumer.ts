import { backoffDelayMs } from '@travel-rule/service/backoff'
import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import { createBell } from './bell.ts'
import type { Database } from './database.ts'
import { type FeedCursorTables, loadFeedCursor, moveFeedCursor } from './feed-cursor.ts'
import { decodeFeedPage, FEED_PAGE_BYTES_MAX, type FeedPage } from './feed-page.ts'
import { type Lease, openLease } from './lease.ts'
import type { StoredEvent } from './outbox.ts'

export { type FeedCursorTable, type FeedCursorTables, feedCursorMigration } from './feed-cursor.ts'

/** Most events per page and transaction. */
const PAGE_EVENTS = 200
/** How long the source delays an empty page (long polling), in milliseconds. */
const WAIT_MS = 20_000
/** Pause after an empty page that the source did not delay, in milliseconds. */
const EARLY_PAUSE_MS = 250
/** How long the source may take beyond the requested wait, in milliseconds. */
const RESPONSE_MS = 15_000
const RETRY = { firstDelayMs: 200, delayMaxMs: 15_000 }

export interface FeedConsumer extends AsyncDisposable {
  /** `WAITING` while another replica consumes, `FAILING` after a failure until the next success. */
  readonly state: 'WAITING' | 'FOLLOWING' | 'FAILING'
  /** Last applied position as read by this process, `undefined` before it has read the cursor. */
  readonly position: bigint | undefined
}

export interface FeedConsumerOptions<Tables extends FeedCursorTables> {
  /** Name of the cursor; one consumer is active per source and database. */
  readonly source: string
  /** Address of the source's feed, e.g. `http://127.0.0.1:4001/events`. */
  readonly url: string
  /** A fresh assertion for the source, called for every page. */
  authorize(): Promise<string>
  readonly database: Database<Tables>
  /** Applies one event in `tx` only. A throw rolls back the page, which is retried. */
  apply(tx: Transaction<Tables>, event: StoredEvent): Promise<void>
  readonly logger: Logger
  readonly fetch?: typeof globalThis.fetch
}

/**
 * Applies every event of a source exactly once and in order, until disposed.
 *
 * A page and the cursor are written in one transaction, so that a crash loses and repeats no event.
 * Failures are logged and retried with backoff for ever: an event that cannot be applied blocks the
 * events after it.
 */
export function openFeedConsumer<Tables extends FeedCursorTables>(options: FeedConsumerOptions<Tables>): FeedConsumer {
  const { source, database, logger } = options
  const closing = new AbortController()
  const closed = closing.signal
  const pause = createBell()
  let state: FeedConsumer['state'] = 'WAITING'
  let position: bigint | undefined
  let failures = 0
  let limit = PAGE_EVENTS

  async function consume(): Promise<void> {
    while (!closed.aborted) {
      try {
        await using lease = await openLease({
          url: database.url,
          applicationName: database.applicationName,
          name: `feed:${source}`,
          signal: closed,
        })
        if (lease !== undefined) await follow(lease)
      } catch (err) {
        if (!closed.aborted) await recover(err)
      }
      if (!closed.aborted && state === 'FOLLOWING') state = 'WAITING'
    }
  }

  async function follow({ lost }: Lease): Promise<void> {
    const ended = AbortSignal.any([closed, lost])
    while (!ended.aborted) {
      try {
        await step(ended)
        failures = 0
        state = 'FOLLOWING'
      } catch (err) {
        if (!ended.aborted) await recover(err)
      }
    }
  }

  async function step(ended: AbortSignal): Promise<void> {
    const after = await loadFeedCursor(database.db, source)
    position = after
    const requestedAtMs = Date.now()
    // The first page proves that the source responds; only later requests wait for events.
    const waitMs = state === 'FOLLOWING' ? WAIT_MS : 0
    const page = await fetchFeedPage(options, { after, limit, waitMs, signal: ended })
    if (page.events.length > 0) await applyPage(page, after)
    else if (waitMs > 0 && Date.now() - requestedAtMs < EARLY_PAUSE_MS) {
      await pause.wait({ signal: ended, timeoutMs: EARLY_PAUSE_MS })
    }
  }

  async function applyPage(page: FeedPage, after: bigint): Promise<void> {
    try {
      await database.db.transaction().execute(async (tx) => {
        if (!(await moveFeedCursor(tx, { source, from: after, to: page.next }))) throw new Error('The cursor was moved')
        for (const event of page.events) await options.apply(tx, event)
      })
    } catch (cause) {
      // Smaller pages let the events before the failing one through.
      limit = Math.max(1, Math.floor(page.events.length / 2))
      throw new Error(`Events ${page.events[0]?.position} to ${page.next} of ${source} were not applied`, { cause })
    }
    limit = Math.min(PAGE_EVENTS, limit * 2)
    position = page.next
  }

  async function recover(err: unknown): Promise<void> {
    failures += 1
    state = 'FAILING'
    logger.warn({ err, source, failures }, 'consuming a feed failed')
    await pause.wait({ signal: closed, timeoutMs: backoffDelayMs(failures, RETRY) })
  }

  const finished = consume()
  return {
    get state() {
      return state
    },
    get position() {
      return position
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await finished
    },
  }
}

interface FeedRequest {
  readonly after: bigint
  readonly limit: number
  readonly waitMs: number
  readonly signal: AbortSignal
}

/**
 * One page of the source. Throws when it is unreachable, refuses, or does not respond with a page.
 */
async function fetchFeedPage(
  options: Pick<FeedConsumerOptions<FeedCursorTables>, 'url' | 'authorize' | 'fetch'>,
  request: FeedRequest,
): Promise<FeedPage> {
  const url = new URL(options.url)
  url.searchParams.set('after', String(request.after))
  url.searchParams.set('limit', String(request.limit))
  url.searchParams.set('waitMs', String(request.waitMs))
  const response = await (options.fetch ?? globalThis.fetch)(url, {
    headers: { accept: 'application/json', 'x-identity-assertion': await options.authorize() },
    redirect: 'error',
    signal: AbortSignal.any([request.signal, AbortSignal.timeout(request.waitMs + RESPONSE_MS)]),
  })
  if (response.status !== 200) {
    const [, code = 'no code'] = /"code":"(\w{1,64})"/.exec(await readBody(response)) ?? []
    throw new Error(`The feed at ${options.url} responded with status ${response.status}, ${code}`)
  }
  return decodeFeedPage(await readBody(response), request.after)
}

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > FEED_PAGE_BYTES_MAX) throw new Error(`A feed page is longer than ${FEED_PAGE_BYTES_MAX} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
