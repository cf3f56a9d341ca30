import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { FLUSH } from './transaction-statement.ts'

/** How long the result of a write attempt is cached, in milliseconds. */
const VALID_MS = 5_000
/** Source: PostgreSQL 18, Appendix A. */
const DISK_FULL = '53100'
const READ_ONLY = '25006'
/** A server with a low limit on temporary files, which says nothing about its disk. */
const LIMIT_EXCEEDED = '53400'

/**
 * Checks if the server can write: `undefined`, or the problem. Rejects when the server cannot be reached.
 *
 * An attempt writes some 500 KB to a temporary file, which fails on a full disk, and waits until a commit is durable.
 * It needs no table, and no right except to connect. Updating a row would not suffice: that succeeds on a full disk, in
 * the row's existing page. Callers share an attempt for 5 s.
 */
export function openWriteCheck(db: Kysely<unknown>): () => Promise<string | undefined> {
  let latest: Promise<string | undefined> | undefined
  let validUntilMs = 0
  return () => {
    if (latest === undefined || performance.now() > validUntilMs) {
      // While a write hangs, no other is attempted.
      validUntilMs = Number.POSITIVE_INFINITY
      latest = tryToWrite(db).then(
        (problem) => {
          validUntilMs = performance.now() + VALID_MS
          return problem
        },
        (error) => {
          validUntilMs = 0
          throw error
        },
      )
    }
    return latest
  }
}

async function tryToWrite(db: Kysely<unknown>): Promise<string | undefined> {
  try {
    return await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ isReadOnly: boolean }>`
        select current_setting('transaction_read_only')::boolean as is_read_only,
          set_config('work_mem', '64kB', true)`.execute(tx)
      if (rows[0]?.isReadOnly === true) return 'the database is read-only'
      await sql`select count(*) from generate_series(1, 12000)`.execute(tx)
      await sql.raw(FLUSH).execute(tx)
      return undefined
    })
  } catch (error) {
    const code = sqlStateOf(error)
    if (code === DISK_FULL) return 'the disk of the database is full'
    if (code === READ_ONLY) return 'the database is read-only'
    if (code === LIMIT_EXCEEDED) return undefined
    throw error
  }
}

function sqlStateOf(error: unknown): string | undefined {
  const cause = error instanceof Error && !(error instanceof pg.DatabaseError) ? error.cause : error
  return cause instanceof pg.DatabaseError ? cause.code : undefined
}
