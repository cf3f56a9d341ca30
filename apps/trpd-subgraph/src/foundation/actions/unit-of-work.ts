import { outageOf } from '@travel-rule/database/database-outage'
import type { NewEvent } from '@travel-rule/database/outbox'
import { inRecordedTransaction, type RecordedTransaction } from '@travel-rule/database/recorded-transaction'
import type { Result } from '@travel-rule/service/result'
import { sql } from 'kysely'
import type { Tables } from '../store/tables.ts'
import type { WorkPorts } from './transfer-service.ts'

/** One database transaction, the events that are published when it commits, and what its actions use. */
export interface UnitOfWork
  extends RecordedTransaction<Tables>,
    Pick<WorkPorts, 'sealer' | 'jobs' | 'now' | 'logger'> {}

/** Maximum number of attempts for a transaction that PostgreSQL aborts because of a conflict. */
const ATTEMPTS_MAX = 4
/** SQLSTATE of deadlocks and serialization failures. */
const CONFLICT_CODES = new Set(['40P01', '40001'])

/**
 * Runs `run` in one transaction and publishes the events that it recorded. A refusal rolls back.
 *
 * `run` may be called more than once, for example after a deadlock, so it must only execute SQL.
 */
export async function inTransaction<Value>(
  { database, sealer, jobs, now, logger }: WorkPorts,
  run: (work: UnitOfWork) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inRecordedTransaction(database, (recorded) => run({ ...recorded, sealer, jobs, now, logger }))
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !isConflict(error)) throw error
    }
  }
}

/**
 * Runs `run` in a savepoint of `work`. If it throws, its changes and recorded events are undone, and the
 * error is returned. Rethrows errors that end the whole transaction: a database outage or a conflict.
 */
export async function inSavepoint(
  work: UnitOfWork,
  run: (work: UnitOfWork) => Promise<unknown>,
): Promise<{ readonly cause: unknown } | undefined> {
  const { tx, record } = work
  const events: NewEvent[] = []
  await sql`savepoint part`.execute(tx)
  try {
    await run({ ...work, record: (event) => void events.push(event) })
    await sql`release savepoint part`.execute(tx)
  } catch (cause) {
    if (isConflict(cause) || outageOf(cause) !== undefined) throw cause
    await sql`rollback to savepoint part`.execute(tx)
    return { cause }
  }
  for (const event of events) record(event)
  return undefined
}

/** Makes `inTransaction` run again, because another transaction changed what this one depends on. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError'
  /** The code of a PostgreSQL serialization failure. */
  readonly code = '40001'
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CONFLICT_CODES.has(String(error.code))
}
