import type { Logout } from '@travel-rule/auth/logout-token'
import { createBell } from '@travel-rule/database/bell'
import { type Database, openDatabase } from '@travel-rule/database/database'
import { openListener } from '@travel-rule/database/listener'
import type { Migration } from '@travel-rule/database/migrate'
import type { HealthCheck } from '@travel-rule/http-host/health'
import { backoffDelayMs } from '@travel-rule/service/backoff'
import type { Logger } from '@travel-rule/service/logger'
import { Gauge, type Metrics } from '@travel-rule/service/metrics'
import { type Kysely, sql } from 'kysely'
import type { SharedLogouts } from './ended-sessions.ts'

/** Shares ended sessions between all replicas of the gateway, through a PostgreSQL table. */
export interface LogoutStore extends SharedLogouts, AsyncDisposable {
  /** Fails until the table has been read once. Afterwards, a failing database is only noted. */
  readonly check: HealthCheck
}

export interface LogoutStoreOptions {
  readonly url: string
  /** How long any token of an ended session could still be accepted. */
  readonly keptSeconds: number
  readonly metrics: Metrics
  readonly logger: Logger
}

/** The oldest rows beyond this number are deleted. */
const rowsMax = 50_000
/** Limit on logouts that wait for the database; the oldest are dropped first. */
const waitingMax = 50_000
const pageRows = 1_000
/** How long a start waits for the database. */
const startWaitMs = 10_000
/** How long the provider waits for a response while the database fails. */
const publishWaitMs = 3_000
/** How often the table is read, and write access is checked, without a notification. */
const pollMs = 10_000
const lockTimeoutMs = 10_000
const idleInTransactionMs = 5_000
const RETRY = { firstDelayMs: 200, delayMaxMs: 5_000 }
const CHANNEL = 'ended_session'
/** Advisory-lock key that makes positions visible in order. */
const LOCK = 7_316_041

const migrations: Readonly<Record<string, Migration>> = {
  '0001-ended-sessions': {
    expands: true,
    async up(db) {
      await sql`
        create table ended_session (
          position bigint generated always as identity primary key,
          token_id text not null unique,
          subject text,
          session_id text,
          issued_at_seconds double precision not null,
          expires_at timestamptz not null
        )`.execute(db)
    },
  },
}

interface EndedSessionRow {
  readonly position: bigint
  readonly tokenId: string
  readonly subject: string | null
  readonly sessionId: string | null
  readonly issuedAtSeconds: number
}

/**
 * Shares ended sessions with every process that uses the database at `url`, and keeps them for processes that start
 * later.
 *
 * A notification only wakes the readers. While the database fails, known sessions stay ended, and new ones are queued
 * here until the database responds again.
 */
export function openLogoutStore(options: LogoutStoreOptions): LogoutStore {
  const { url, keptSeconds, metrics, logger } = options
  const applicationName = 'gateway'
  const closing = new AbortController()
  const wake = createBell()
  const exchanged = createBell()
  const waiting = new Map<string, Logout>()
  let end: (logout: Logout) => Promise<void> = async () => {}
  let database: Database<unknown> | undefined
  let listener: AsyncDisposable | undefined
  let running: Promise<void> | undefined
  let last: Pick<EndedSessionRow, 'position' | 'tokenId'> = { position: 0n, tokenId: '' }
  let hasRead = false
  let failing = false
  let isDue = true

  new Gauge({
    name: 'gateway_logout_store_failing',
    help: '1 while ended sessions cannot be shared with other replicas',
    registers: [metrics.registry],
    collect() {
      this.set(failing ? 1 : 0)
    },
  })

  function ring(): void {
    isDue = true
    wake.ring()
  }

  /** Stores the sessions that ended here, and ends those that ended elsewhere. */
  async function exchange(): Promise<void> {
    database ??= await openDatabase({ url, migrations, applicationName, logger, poolMax: 1, connectTimeoutMs: 0 })
    const { db } = database
    try {
      // First, since a database that cannot be written can still be read.
      await readNew(db)
      hasRead = true
      for (const [tokenId, logout] of waiting) {
        await store(db, logout, keptSeconds)
        waiting.delete(tokenId)
      }
      await readNew(db)
      // Checked now, so that the problem is known before a logout needs to write.
      const problem = await database.check()
      if (problem !== undefined) throw new Error(problem)
    } catch (error) {
      // Reopening creates the table, which is missing after the volume was lost.
      if (isMissingTable(error)) {
        await database[Symbol.asyncDispose]()
        database = undefined
      }
      throw error
    }
  }

  async function readNew(db: Kysely<unknown>): Promise<void> {
    for (;;) {
      const rows = await readAfter(db, last)
      for (const row of rows) {
        await end(logoutOf(row))
        last = row
      }
      if (rows.length < pageRows) return
    }
  }

  async function run(): Promise<void> {
    for (let failures = 0; !closing.signal.aborted; ) {
      isDue = false
      try {
        await exchange()
        failures = 0
        if (failing) logger.info('ended sessions are shared with other replicas again')
        failing = false
        exchanged.ring()
        if (!isDue) await wake.wait({ signal: closing.signal, timeoutMs: pollMs })
      } catch (error) {
        failures += 1
        if (!failing) logger.warn({ err: error }, 'ended sessions cannot be shared with other replicas')
        failing = true
        await wake.wait({ signal: closing.signal, timeoutMs: backoffDelayMs(failures, RETRY) })
      }
    }
  }

  return {
    async publishLogout(logout) {
      const [oldest] = waiting.keys()
      if (waiting.size >= waitingMax && oldest !== undefined) waiting.delete(oldest)
      waiting.set(logout.tokenId, logout)
      ring()
      const deadlineMs = performance.now() + publishWaitMs
      while (waiting.has(logout.tokenId) && !closing.signal.aborted) {
        const timeoutMs = deadlineMs - performance.now()
        if (timeoutMs <= 0) return
        await exchanged.wait({ signal: closing.signal, timeoutMs })
      }
    },
    async onLogout(listen) {
      end = listen
      const first = exchanged.wait({ signal: closing.signal, timeoutMs: startWaitMs })
      running = run()
      listener = openListener({ url, applicationName, channel: CHANNEL, logger, onWake: ring })
      await first
    },
    async check() {
      if (!hasRead) return 'ended sessions have not been read from the database'
      return failing ? { note: 'ended sessions are not shared with other replicas' } : undefined
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await Promise.all([running, listener?.[Symbol.asyncDispose]()])
      // The loop may have stopped between two attempts.
      if (waiting.size > 0) await exchange().catch(() => undefined)
      if (waiting.size > 0) logger.warn({ sessions: waiting.size }, 'ended sessions were not shared before the stop')
      await database?.[Symbol.asyncDispose]()
    },
  }
}

function isMissingTable(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === UNDEFINED_TABLE
}

/** Source: PostgreSQL 18, Appendix A, class 42. */
const UNDEFINED_TABLE = '42P01'

/** Stores a logout, and deletes rows that are no longer needed. */
async function store(db: Kysely<unknown>, logout: Logout, keptSeconds: number): Promise<void> {
  const { tokenId, subject = null, sessionId = null, issuedAtSeconds } = logout
  await db.transaction().execute(async (tx) => {
    // Without the lock, a position could become visible after a higher one was read.
    // A replica that is suspended while it holds the lock must not stop the others for long.
    await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(tx)
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(idleInTransactionMs)}`.execute(tx)
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
    await sql`
      insert into ended_session (token_id, subject, session_id, issued_at_seconds, expires_at)
      values (${tokenId}, ${subject}, ${sessionId}, ${issuedAtSeconds}, now() + make_interval(secs => ${keptSeconds}))
      on conflict (token_id) do nothing`.execute(tx)
    await sql`
      delete from ended_session
      where expires_at < now() or position <= (select max(position) from ended_session) - ${rowsMax}`.execute(tx)
    await sql`select pg_notify(${CHANNEL}, '')`.execute(tx)
  })
}

/**
 * The next page of rows after the last one that was read; the first page if that one is missing, as
 * after the database was restored.
 */
async function readAfter(
  db: Kysely<unknown>,
  { position, tokenId }: Pick<EndedSessionRow, 'position' | 'tokenId'>,
): Promise<readonly EndedSessionRow[]> {
  const { rows } = await sql<EndedSessionRow>`
    select position, token_id, subject, session_id, issued_at_seconds
    from ended_session
    where expires_at >= now()
      and (position > ${position} or not exists (
        select from ended_session where position = ${position} and token_id = ${tokenId}))
    order by position
    limit ${pageRows}`.execute(db)
  return rows
}

function logoutOf({ tokenId, subject, sessionId, issuedAtSeconds }: EndedSessionRow): Logout {
  return { tokenId, subject: subject ?? undefined, sessionId: sessionId ?? undefined, issuedAtSeconds }
}
