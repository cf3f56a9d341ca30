/** Which rows a batch changes: the API accepts at most 100 transactions at a time. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  /** The row from which a range extends; -1 without one. */
  readonly anchor: number
}

export const SELECTED_MAX = 100
export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: -1 }

interface Listed {
  readonly id: string
}

/** Selects or deselects a row. */
export function withToggled({ ids }: Selection, rows: readonly Listed[], index: number): Selection {
  const id = rows[index]?.id
  if (id === undefined) return { ids, anchor: -1 }
  const next = new Set(ids)
  if (!next.delete(id) && next.size < SELECTED_MAX) next.add(id)
  return { ids: next, anchor: index }
}

/** Also selects every row from the anchor to this one, as far as there is room; without an anchor only this one. */
export function withRange({ ids, anchor }: Selection, rows: readonly Listed[], index: number): Selection {
  const from = anchor < 0 ? index : anchor
  const range = rows.slice(Math.min(from, index), Math.max(from, index) + 1)
  const next = new Set(ids)
  for (const { id } of from <= index ? range : range.toReversed()) {
    if (next.size < SELECTED_MAX) next.add(id)
  }
  return { ids: next, anchor: index }
}
