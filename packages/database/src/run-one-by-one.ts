import { outageOf } from './database-outage.ts'
import { resumePosition } from './resume-position.ts'

/** Most records that are listed at a time. */
const SLICE_MAX = 100
/** Most lists of one run. */
const SLICES_MAX = 20
/** Most records that an error names. */
const FAILURES_NAMED_MAX = 20

interface OneByOneOptions<Item> {
  /** Identifies the work within this database. */
  readonly name: string
  /** What the error says of those that failed, such as `proofs could not be erased`. */
  readonly failure: string
  /** At most `max` records that are to be done, those after `after`, in a fixed order. */
  readonly list: (page: { readonly max: number; readonly after: Item | undefined }) => Promise<readonly Item[]>
  /** Does one, in a transaction of its own. */
  readonly run: (item: Item) => Promise<void>
}

/**
 * Does background work on one record after the other, at most 2,000 in a run. Goes on where the latest
 * run of this process stopped, so that those which fail, however many, keep no other from it. Throws
 * at the end if any failed, and at once while the database is unavailable.
 */
export async function runOneByOne<Item extends { readonly id: string }>(
  db: object,
  { name, failure, list, run }: OneByOneOptions<Item>,
): Promise<void> {
  const position = resumePosition<Item>(db, name)
  const failures: { readonly id: string; readonly cause: unknown }[] = []
  for (let slice = 0; slice < SLICES_MAX; slice += 1) {
    const items = await list({ max: SLICE_MAX, after: position.get() })
    for (const item of items) {
      try {
        await run(item)
      } catch (cause) {
        if (outageOf(cause) !== undefined) throw cause
        failures.push({ id: item.id, cause })
      }
    }
    const isEnd = items.length < SLICE_MAX
    position.set(isEnd ? undefined : items.at(-1))
    if (isEnd) break
  }
  const [first] = failures
  if (first === undefined) return
  const named = failures.slice(0, FAILURES_NAMED_MAX).map(({ id }) => id)
  throw new Error(`${failures.length} ${failure}: ${named.join(', ')}`, { cause: first.cause })
}
