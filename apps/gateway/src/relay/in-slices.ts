import { setImmediate } from 'node:timers/promises'

/** Visits each, in their order, until one is not to be visited. Whenever that has taken `sliceMs`, whatever else waits for the process has its turn. */
export async function inSlices<Item>(
  items: Iterable<Item>,
  sliceMs: number,
  visit: (item: Item) => boolean,
): Promise<void> {
  let sinceMs = performance.now()
  for (const item of items) {
    if (!visit(item)) return
    if (performance.now() - sinceMs < sliceMs) continue
    await setImmediate()
    sinceMs = performance.now()
  }
}
