/** Something that is under way for a short time, and knows its place among all that are. */
export interface Placed {
  place: number
}

/** What is under way, in no order. */
export interface UnderWay<Item extends Placed> {
  add(item: Item): void
  /** Of an item that was added, and once. */
  delete(item: Item): void
  size(): number
  all(): readonly Item[]
}

/**
 * A set for what comes and goes with every request.
 *
 * A `Set` is not: it makes a new table every few entries, and of its old ones, once the garbage collector has taken one for long-lived, each keeps the
 * next and all that was in it. With some thousands of requests a second that were a hundred megabytes between two collections of all garbage.
 */
export function openUnderWay<Item extends Placed>(): UnderWay<Item> {
  const items: Item[] = []
  return {
    add(item) {
      item.place = items.push(item) - 1
    },
    delete(item) {
      const last = items.pop()
      if (last === undefined || last === item) return
      last.place = item.place
      items[item.place] = last
    },
    size: () => items.length,
    all: () => [...items],
  }
}
