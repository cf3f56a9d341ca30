import type { Transaction } from 'kysely'
import type { Database } from './database.ts'
import { resumePosition } from './resume-position.ts'

/** The result of one transaction. */
export interface WorkedPage<Position> {
  readonly done: number
  /** Where the next transaction continues; `undefined` at the end. */
  readonly next: Position | undefined
}

interface PageOptions {
  /** Identifies the work within this database. */
  readonly name: string
  /** After this time of `performance.now()`, no transaction except the first is started. */
  readonly deadlineMs: number
}

/**
 * Runs background work from the first row to the last in short transactions, so that other writers never wait for long,
 * and finished work is kept when the process ends. Each transaction continues after the position of the previous one,
 * so that rows that cannot be processed never hide the rows after them. For the same reason, the next run of this
 * process continues a run that its deadline ended; after a restart, it begins with the first unprocessed row. Returns
 * the total amount of work.
 */
export async function runInPages<Tables, Position>(
  { db }: Pick<Database<Tables>, 'db'>,
  { name, deadlineMs }: PageOptions,
  run: (tx: Transaction<Tables>, after: Position | undefined) => Promise<WorkedPage<Position>>,
): Promise<number> {
  const position = resumePosition<Position>(db, name)
  let done = 0
  let after = position.get()
  do {
    const page = await db.transaction().execute((tx) => run(tx, after))
    done += page.done
    after = page.next
    position.set(after)
  } while (after !== undefined && performance.now() < deadlineMs)
  return done
}
