import type { Transaction } from 'kysely'
import type { Database } from './database.ts'

/** What one transaction has done. */
export interface WorkedPage<Position> {
  readonly done: number
  /** Where the next transaction goes on; `undefined` at the end. */
  readonly next: Position | undefined
}

/**
 * Does background work from the first row to the last, in short transactions, so that other writers
 * never wait for long, and what was done remains when the process ends. Each transaction goes on
 * after the position of the one before, so that rows which cannot be done never hide those after them.
 * Only the first one starts after `deadlineMs` of `performance.now()`. Returns how much was done.
 */
export async function runInPages<Tables, Position>(
  { db }: Pick<Database<Tables>, 'db'>,
  deadlineMs: number,
  run: (tx: Transaction<Tables>, after: Position | undefined) => Promise<WorkedPage<Position>>,
): Promise<number> {
  let done = 0
  let after: Position | undefined
  do {
    const page = await db.transaction().execute((tx) => run(tx, after))
    done += page.done
    after = page.next
  } while (after !== undefined && performance.now() < deadlineMs)
  return done
}
