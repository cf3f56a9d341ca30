import type { Transaction } from 'kysely'
import type { Database } from './database.ts'

interface SliceOptions {
  /** Maximum amount of work per transaction. A transaction that does less is the last one. */
  readonly size: number
  /** Maximum number of transactions. */
  readonly slicesMax: number
}

/**
 * Runs background work in short transactions, so that other writers never wait for long, and finished work is kept when
 * the process ends. Returns the total amount of work done by `run`.
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
