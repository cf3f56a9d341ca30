import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@travel-rule/database/database'
import { type Item, type ItemTables, itemOf, storeItems } from './item-store.ts'
import type { Progress } from './kill-at-random.ts'
import type { Random } from './seeded-random.ts'

const CONNECTIONS = 4
const BATCH_ITEMS_MAX = 16
const HOLD_MS_MAX = 4
const PAUSE_MS_MAX = 120
/** Maximum lead of the writer over a kill whose target is restarting. */
const AHEAD_ITEMS_MAX = 400

/** Stores the items 1 to `count` over several connections, in batches of random size. */
export async function writeItems(
  database: Database<ItemTables>,
  options: { readonly count: number; readonly random: Random; readonly progress: Progress },
): Promise<void> {
  const { count, random, progress } = options
  let started = 0

  function nextBatch(): Item[] {
    const size = Math.min(random.between(1, BATCH_ITEMS_MAX), count - started)
    const batch = Array.from({ length: size }, (_, index) => itemOf(started + index + 1))
    started += size
    return batch
  }

  async function write(): Promise<void> {
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) {
      const [holdMs, pauseMs] = [random.between(0, HOLD_MS_MAX), random.between(1, PAUSE_MS_MAX)]
      await storeItems(database, batch, holdMs)
      progress.written += batch.length
      do await delay(pauseMs)
      while (progress.written > progress.nextKillAt + AHEAD_ITEMS_MAX)
    }
  }

  await Promise.all(Array.from({ length: CONNECTIONS }, write))
}
