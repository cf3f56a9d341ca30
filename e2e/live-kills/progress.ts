/** What the writer and the killer know of each other. */
export interface Progress {
  /** Items that are surely stored. */
  written: number
  /** After so many items the next kill comes; `Infinity` after the last. */
  nextKillAt: number
  /** What was killed so far, and after how many stored items. */
  readonly killed: { readonly what: string; readonly written: number }[]
}
