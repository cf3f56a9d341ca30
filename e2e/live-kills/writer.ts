import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@travel-rule/database/database'
import { type Item, type ItemTables, itemOf, storeItems } from './item-store.ts'
import type { Progress } from './progress.ts'
import type { Random } from './seeded-random.ts'
import { surely } from './surely.ts'

const CONNECTIONS = 4
const BATCH_ITEMS_MAX = 16
const HOLD_MS_MAX = 4
const PAUSE_MS_MAX = 120
/** How many items more are stored while something is away that is to be hit next. */
const AHEAD_ITEMS = 400

/** Stores the items 1 to `count` over several connections at the same time, in batches of random size, each until it is surely stored. */
export async function writeItems(
  database: Database<ItemTables>,
  options: { readonly count: number; readonly random: Random; readonly progress: Progress },
): Promise<void> {
  const { count, random, progress } = options
  let taken = 0

  function takeBatch(): Item[] {
    const size = Math.min(random.between(1, BATCH_ITEMS_MAX), count - taken)
    const batch = Array.from({ length: size }, (_, index) => itemOf(taken + index + 1))
    taken += size
    return batch
  }

  async function write(): Promise<void> {
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) {
      const [holdMs, pauseMs] = [random.between(0, HOLD_MS_MAX), random.between(1, PAUSE_MS_MAX)]
      await surely(() => storeItems(database, batch, holdMs))
      progress.written += batch.length
      do await delay(pauseMs)
      while (progress.written > progress.nextKillAt + AHEAD_ITEMS)
    }
  }

  await Promise.all(Array.from({ length: CONNECTIONS }, write))
}
