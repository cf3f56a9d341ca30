import type { Refusal, Result } from '@travel-rule/service/result'
import type { Kysely, Transaction } from 'kysely'
import {
  APPEND_EVENTS_MAX,
  appendEvents,
  commitWithEvents,
  flushCommits,
  type NewEvent,
  type OutboxTables,
} from './outbox.ts'

/** A database transaction and the events that are published when it commits. */
export interface RecordedTransaction<Tables> {
  readonly tx: Transaction<Tables>
  /** Publishes an event when the transaction commits. */
  record(event: NewEvent): void
}

/**
 * Runs `run` in one transaction and publishes the events that it recorded. A refusal rolls back.
 *
 * Events are appended last, because appending takes a lock for which every other writer waits; it is released before
 * the commit is on disk. Resolves when everything that the result may reflect, even of other transactions, is durable.
 */
export async function inRecordedTransaction<Tables extends OutboxTables, Value, Reason extends Refusal>(
  { db }: { readonly db: Kysely<Tables> },
  run: (work: RecordedTransaction<Tables>) => Promise<Result<Value, Reason>>,
): Promise<Result<Value, Reason>> {
  return await db.connection().execute(async (session) => {
    try {
      return await session.transaction().execute(async (tx) => {
        const events: NewEvent[] = []
        const result = await run({ tx, record: (event) => void events.push(event) })
        if (!result.ok) throw new Rollback(result)
        while (events.length > APPEND_EVENTS_MAX) await appendEvents(tx, events.splice(0, APPEND_EVENTS_MAX))
        await commitWithEvents(tx, events)
        return result
      })
    } catch (error) {
      if (!(error instanceof Rollback)) throw error
      // A refusal may be based on what another transaction has just committed.
      await flushCommits(session)
      return error.result as Result<Value, Reason>
    }
  })
}

/** Thrown to roll back a transaction, and caught in this file. */
class Rollback extends Error {
  readonly result: Result<never>

  constructor(result: Extract<Result<never>, { ok: false }>) {
    super(result.refusal.code)
    this.result = result
  }
}
