import { outageOf } from '@travel-rule/database/database-outage'
import {
  APPEND_EVENTS_MAX,
  appendEvents,
  commitWithEvents,
  flushCommits,
  type NewEvent,
} from '@travel-rule/database/outbox'
import type { Refusal, Result } from '@travel-rule/service/result'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../store/tables.ts'
import type { TransferService } from './transfer-service.ts'

/** One database transaction and the events that are published when it commits. */
export interface UnitOfWork {
  readonly tx: Transaction<Tables>
  record(event: NewEvent): void
}

/** Maximum number of attempts for a transaction that PostgreSQL aborts because of a conflict. */
const ATTEMPTS_MAX = 4
/** SQLSTATE of deadlocks and serialization failures. */
const CONFLICT_CODES = new Set(['40P01', '40001'])

/**
 * Runs `run` in one transaction and publishes the events that it recorded. A refusal rolls back.
 *
 * Events are appended last, because appending takes a lock for which every other writer waits.
 * `run` may be called more than once, after a deadlock for instance, so it must only execute SQL.
 */
export async function inTransaction<Value>(
  { database }: Pick<TransferService, 'database'>,
  run: (work: UnitOfWork) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(database, run)
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !isConflict(error)) throw error
    }
  }
}

/**
 * Runs `run` as a part of `work` whose failure leaves the rest as it is. When it throws, what it did
 * and recorded is undone, and the error is returned. Throws what ends the transaction itself: an
 * outage of the database, or a conflict.
 */
export async function inSavepoint(
  { tx, record }: UnitOfWork,
  run: (work: UnitOfWork) => Promise<unknown>,
): Promise<{ readonly cause: unknown } | undefined> {
  const events: NewEvent[] = []
  await sql`savepoint part`.execute(tx)
  try {
    await run({ tx, record: (event) => void events.push(event) })
  } catch (cause) {
    if (isConflict(cause) || outageOf(cause) !== undefined) throw cause
    await sql`rollback to savepoint part`.execute(tx)
    return { cause }
  }
  await sql`release savepoint part`.execute(tx)
  for (const event of events) record(event)
  return undefined
}

async function runOnce<Value>(
  database: TransferService['database'],
  run: (work: UnitOfWork) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  return await database.db.connection().execute(async (session) => {
    try {
      return await session.transaction().execute(async (tx) => {
        const events: NewEvent[] = []
        const result = await run({ tx, record: (event) => void events.push(event) })
        if (!result.ok) throw new Rollback(result.refusal)
        while (events.length > APPEND_EVENTS_MAX) await appendEvents(tx, events.splice(0, APPEND_EVENTS_MAX))
        await commitWithEvents(tx, events)
        return result
      })
    } catch (error) {
      if (!(error instanceof Rollback)) throw error
      // What was refused may be what another transaction has just done.
      await flushCommits(session)
      return { ok: false, refusal: error.refusal }
    }
  })
}

/** Thrown to roll back a transaction, and caught in this file. */
class Rollback extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CONFLICT_CODES.has(String(error.code))
}
