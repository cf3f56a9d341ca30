import type { Transaction } from 'kysely'
import type { Database } from './database.ts'

interface SliceOptions {
  /** How much one transaction does at most; it is the last when it has done less. */
  readonly size: number
  /** Maximum number of transactions. */
  readonly slicesMax: number
}

/**
 * Does background work in short transactions, so that other writers never wait for long, and what was
 * done remains when the process ends. Returns how much `run` has done in all.
 */
export async function runInSlices<Tables>(
  { db }: Pick<Database<Tables>, 'db'>,
  { size, slicesMax }: SliceOptions,
  run: (tx: Transaction<Tables>) => Promise<number>,
): Promise<number> {
  let done = 0
  for (let slice = 0; slice < slicesMax; slice += 1) {
    const count = await db.transaction().execute(run)
    done += count
    if (count < size) break
  }
  return done
}
