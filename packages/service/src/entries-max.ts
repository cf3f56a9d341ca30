/**
 * Options of an `LRUCache` for at most `entriesMax` entries that takes memory only for those it
 * holds. The option `max` reserves memory for all of them: 24 to 48 bytes each.
 */
export function entriesMax(entries: number): { readonly maxSize: number; readonly sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 }
}
