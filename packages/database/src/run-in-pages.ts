import type { Transaction } from 'kysely'
import type { Database } from './database.ts'
import { resumePosition } from './resume-position.ts'

/** What one transaction has done. */
export interface WorkedPage<Position> {
  readonly done: number
  /** Where the next transaction goes on; `undefined` at the end. */
  readonly next: Position | undefined
}

interface PageOptions {
  /** Identifies the work within this database. */
  readonly name: string
  /** Only the first transaction starts after this time of `performance.now()`. */
  readonly deadlineMs: number
}

/**
 * Does background work from the first row to the last, in short transactions, so that other writers
 * never wait for long, and what was done remains when the process ends. Each transaction goes on
 * after the position of the one before, so that rows which cannot be done never hide those after them.
 * A run that the deadline ends is continued by the next one of this process, for the same reason; after
 * a restart it begins with the first row that is not done. Returns how much was done.
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
