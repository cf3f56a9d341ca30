/** The rows that a batch changes; the API accepts at most 100 transactions at a time. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  /** The id of the row from which a range extends. */
  readonly anchor: string | undefined
}

export const SELECTED_MAX = 100
export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: undefined }

interface Listed {
  readonly id: string
}

/** Selects or deselects a row. */
export function withToggled({ ids }: Selection, rows: readonly Listed[], index: number): Selection {
  const id = rows[index]?.id
  if (id === undefined) return { ids, anchor: undefined }
  const next = new Set(ids)
  if (!next.delete(id) && next.size < SELECTED_MAX) next.add(id)
  return { ids: next, anchor: id }
}

/** Also selects all rows from the anchor to this one, as far as there is room; without an anchor, only this row. */
export function withRange({ ids, anchor }: Selection, rows: readonly Listed[], index: number): Selection {
  const known = anchor === undefined ? -1 : rows.findIndex(({ id }) => id === anchor)
  const from = known < 0 ? index : known
  const range = rows.slice(Math.min(from, index), Math.max(from, index) + 1)
  const next = new Set(ids)
  for (const { id } of from <= index ? range : range.toReversed()) {
    if (next.size < SELECTED_MAX) next.add(id)
  }
  return { ids: next, anchor: rows[index]?.id }
}

/** Removes the rows that have left the list. Called for every change, so it does not look at all rows. */
export function withListed(selection: Selection, listed: ReadonlySetLike<string>): Selection {
  if (selection.ids.size === 0) return selection
  const ids = selection.ids.intersection(listed)
  return ids.size === selection.ids.size ? selection : { ...selection, ids }
}

/** The rows that a batch changes: the selected rows, or `focused` if none is selected. */
export function batchTargets<Row extends Listed>(
  rows: readonly Row[],
  { ids }: Selection,
  focused: Row | undefined,
): readonly Row[] {
  if (ids.size > 0) return rows.filter(({ id }) => ids.has(id))
  return focused === undefined ? [] : [focused]
}
