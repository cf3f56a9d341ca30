import { setImmediate } from 'node:timers/promises'

/**
 * Visits items in order until `visit` returns false: the first slice of `sliceMs` immediately, and
 * each later one in a later turn of the event loop. An iterable that changes meanwhile, such as a
 * `Set`, is visited as it is then.
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
