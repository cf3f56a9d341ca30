import { setImmediate } from 'node:timers/promises'

/**
 * Visits items in order until `visit` returns false: the first slice of `sliceMs` immediately, and each later one in a
 * later turn of the event loop. If an iterable such as a `Set` changes meanwhile, its current items are visited.
 */
export async function visitInSlices<Item>(
  items: Iterable<Item>,
  sliceMs: number,
  visit: (item: Item) => unknown,
): Promise<void> {
  let sliceBeganMs = performance.now()
  for (const item of items) {
    if (visit(item) === false) return
    if (performance.now() - sliceBeganMs < sliceMs) continue
    await setImmediate()
    sliceBeganMs = performance.now()
  }
}
