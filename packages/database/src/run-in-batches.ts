import { outageOf } from './database-outage.ts'
import { resumePosition } from './resume-position.ts'

/** Maximum number of records that one transaction processes. */
const BATCH_MAX = 100
/** Maximum number of batches in one run. */
const BATCHES_MAX = 20
/** Maximum number of records that an error names. */
const FAILURES_NAMED_MAX = 20

interface BatchOptions<Item> {
  /** Identifies the work within this database. */
  readonly name: string
  /** The error message for failed records, such as `proofs could not be erased`. */
  readonly failure: string
  /** Returns at most `max` records that are to be processed, starting after `after`, in a fixed order. */
  readonly list: (page: { readonly max: number; readonly after: Item | undefined }) => Promise<readonly Item[]>
  /** Processes all these records, in one transaction. */
  readonly run: (items: readonly Item[]) => Promise<void>
}

/**
 * Processes records in the background in batches of 100, at most 2,000 in a run. If a batch fails, its records are
 * processed one by one, so that a failing record does not block others. The next run of this process continues where
 * this one stopped, so that many failing records do not block others either. Throws at the end if any record failed,
 * and immediately while the database is unavailable.
 */
export async function runInBatches<Item extends { readonly id: string }>(
  db: object,
  { name, failure, list, run }: BatchOptions<Item>,
): Promise<void> {
  const position = resumePosition<Item>(db, name)
  const failures: Failure[] = []
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const items = await list({ max: BATCH_MAX, after: position.get() })
    if ((await failuresOf(items, run)).length > 0) {
      for (const item of items) failures.push(...(await failuresOf([item], run)))
    }
    const isEnd = items.length < BATCH_MAX
    position.set(isEnd ? undefined : items.at(-1))
    if (isEnd) break
  }
  const [first] = failures
  if (first === undefined) return
  const named = failures.slice(0, FAILURES_NAMED_MAX).map(({ id }) => id)
  throw new Error(`${failures.length} ${failure}: ${named.join(', ')}`, { cause: first.cause })
}

interface Failure {
  readonly id: string
  readonly cause: unknown
}

/** The records that failed: all of them when their transaction fails. Throws while the database is unavailable. */
async function failuresOf<Item extends { readonly id: string }>(
  items: readonly Item[],
  run: BatchOptions<Item>['run'],
): Promise<readonly Failure[]> {
  if (items.length === 0) return []
  try {
    await run(items)
    return []
  } catch (cause) {
    if (outageOf(cause) !== undefined) throw cause
    return items.map(({ id }) => ({ id, cause }))
  }
}
