export const PAGE_ITEMS = 50
export const PAGE_ITEMS_MAX = 500
export const OFFSET_MAX = 1_000_000

/** How many items a list returns when asked for `wanted`: 50 unless told, never more than 500. */
export function pageSize(wanted: number | null | undefined): number {
  return Math.min(Math.max(wanted ?? PAGE_ITEMS, 0), PAGE_ITEMS_MAX)
}

/** How many items a list skips. */
export function pageOffset(wanted: number | null | undefined): number {
  return Math.min(Math.max(wanted ?? 0, 0), OFFSET_MAX)
}
