import { type Kysely, type Selectable, sql } from 'kysely'
import type { Logger } from 'pino'
import { createFeedWindow, type FeedWindow } from './feed-window.ts'
import { eventOfRow, flushCommits, type OutboxTable, type OutboxTables, type StoredEvent } from './outbox.ts'
import { beginEpoch, IS_AT_HOME, readOutboxPoint } from './outbox-epoch.ts'

/** Maximum number of events that `update` reads. */
export const UPDATE_EVENTS_MAX = 500

/** The outbox as read by one process. Everything it returns is durable and belongs to one epoch. */
export interface OutboxHistory {
  /** The latest events; replaced by another object after a restore. */
  readonly window: FeedWindow
  /** The epoch of the window. */
  readonly epoch: string
  /** Aborted when the window is replaced, because the database was restored from a backup. */
  readonly replaced: AbortSignal
  /**
   * Returns the result of `read` once the event at the position that `endOf` takes from it is durable: a reader must
   * not have a position that another event gets after a crash. Uses one session, which such a crash would end.
   */
  readDurable<Result>(
    read: (session: Kysely<OutboxTables>) => Promise<Result>,
    endOf: (result: Result) => bigint | undefined,
  ): Promise<Result>
  /** At most `limit` events after a position, which may precede the window. */
  readPage(after: bigint, limit: number): Promise<StoredEvent[]>
  /**
   * Appends new events to the window, and returns their number. `undefined` when the window was replaced, because its
   * epoch has ended or its last event is no longer in the outbox.
   */
  update(): Promise<number | undefined>
}

interface HistoryOptions {
  /** Maximum number of events in the window. */
  readonly eventsMax: number
  readonly logger: Logger
}

/** Loads the latest events, so that the window is half full at first. */
export async function openOutboxHistory(
  db: Kysely<OutboxTables>,
  { eventsMax, logger }: HistoryOptions,
): Promise<OutboxHistory> {
  let { window, epoch, last } = await loadLatest(db, { eventsMax, logger })
  let durable = window.end
  let replaced = new AbortController()

  async function readDurable<Result>(
    read: (session: Kysely<OutboxTables>) => Promise<Result>,
    endOf: (result: Result) => bigint | undefined,
  ): Promise<Result> {
    return await db.connection().execute(async (session) => {
      const of = epoch
      const result = await read(session)
      const end = endOf(result) ?? 0n
      if (end <= durable) return result
      await flushCommits(session)
      if (end > durable && of === epoch) durable = end
      return result
    })
  }

  /** The events that the window lacks; `undefined` if its own events are outdated. */
  async function readNews(): Promise<StoredEvent[] | undefined> {
    const news = sql<Selectable<OutboxTable> & { readonly epoch: string | null }>`
      select outbox.*, (
        select case when ${IS_AT_HOME} then epoch end from outbox_epoch order by number desc limit 1) as epoch
      from outbox where position >= ${window.end} order by position limit ${UPDATE_EVENTS_MAX + 1}`
    const { rows } = await readDurable(
      (session) => news.execute(session),
      (page) => page.rows.at(-1)?.position,
    )
    const [first] = rows
    const isLost = last !== undefined && first?.id !== last.id
    if (isLost) await beginEpoch(db, { after: epoch })
    else if (first === undefined || first.epoch === epoch) {
      return rows.slice(last === undefined ? 0 : 1).map(eventOfRow)
    }
    return undefined
  }

  async function replace(): Promise<void> {
    const latest = await loadLatest(db, { eventsMax, logger })
    logger.error(
      { previousEpoch: epoch, epoch: latest.epoch, ...(last && { position: String(last.position) }) },
      'the outbox was restored from a backup: readers stop, and live subscriptions cannot resume',
    )
    ;({ window, epoch, last } = latest)
    durable = window.end
    replaced.abort()
    replaced = new AbortController()
  }

  return {
    get window() {
      return window
    },
    get epoch() {
      return epoch
    },
    get replaced() {
      return replaced.signal
    },
    readDurable,
    async readPage(after, limit) {
      const page = await readDurable(
        (session) =>
          session
            .selectFrom('outbox')
            .selectAll()
            .where('position', '>', after)
            .orderBy('position')
            .limit(limit)
            .execute(),
        (rows) => rows.at(-1)?.position,
      )
      return page.map(eventOfRow)
    },
    async update() {
      const news = await readNews()
      if (news === undefined) {
        await replace()
        return undefined
      }
      window.append(news)
      last = news.at(-1) ?? last
      return news.length
    },
  }
}

interface Latest {
  readonly window: FeedWindow
  readonly epoch: string
  readonly last: StoredEvent | undefined
}

async function loadLatest(db: Kysely<OutboxTables>, { eventsMax, logger }: HistoryOptions): Promise<Latest> {
  return await db.connection().execute(async (session) => {
    const { epoch } = await readOutboxPoint(session, logger)
    const count = Math.ceil(eventsMax / 2)
    const rows = await session.selectFrom('outbox').selectAll().orderBy('position', 'desc').limit(count).execute()
    await flushCommits(session)
    const latest = rows.map(eventOfRow).reverse()
    const [first] = latest
    const window = createFeedWindow(first === undefined || latest.length < count ? 0n : first.position - 1n, eventsMax)
    window.append(latest)
    return { window, epoch: epoch.id, last: latest.at(-1) }
  })
}
