/** What the list needs to know of a transaction. */
export interface ListedRow {
  readonly id: string
  readonly version: number
}

/**
 * The rows of the inbox. A change never moves a row: new ones wait in `arrivals`, and those that no
 * longer match stay until the list is shown again.
 */
export interface InboxList<Row extends ListedRow> {
  /** Newest first, as they are shown. */
  readonly rows: readonly Row[]
  /** New ones that are not shown yet, newest first. */
  readonly arrivals: readonly Row[]
}

export const EMPTY_LIST = { rows: [], arrivals: [] } as const

/** Appends a page of older rows; rows that are known already keep their place. */
export function withPage<Row extends ListedRow>(list: InboxList<Row>, page: readonly Row[]): InboxList<Row> {
  const known = new Set([...list.rows, ...list.arrivals].map(({ id }) => id))
  const [fresh, repeated] = [page.filter(({ id }) => !known.has(id)), page.filter(({ id }) => known.has(id))]
  const { rows, arrivals } = withChanges(list, repeated, () => true)
  return { rows: [...rows, ...fresh], arrivals }
}

/**
 * Applies changes in their order; older versions of what is known are ignored. A change of its case
 * leaves the version of a transaction as it is.
 */
export function withChanges<Row extends ListedRow>(
  list: InboxList<Row>,
  changes: readonly Row[],
  matches: (row: Row) => boolean,
): InboxList<Row> {
  const latest = new Map<string, Row>()
  for (const change of changes) {
    const before = latest.get(change.id)
    if (before === undefined || before.version <= change.version) latest.set(change.id, change)
  }
  const seen = new Set<string>()
  const update = (row: Row): Row => {
    const change = latest.get(row.id)
    if (change === undefined) return row
    seen.add(row.id)
    return change.version >= row.version ? change : row
  }
  const rows = list.rows.map(update)
  const waiting = list.arrivals.map(update).filter(matches)
  const fresh = [...latest.values()].filter((row) => !seen.has(row.id) && matches(row)).reverse()
  return { rows, arrivals: [...fresh, ...waiting] }
}

/** Shows the arrivals on top, and drops the rows that no longer match. */
export function withArrivalsShown<Row extends ListedRow>(
  { rows, arrivals }: InboxList<Row>,
  matches: (row: Row) => boolean,
): InboxList<Row> {
  return { rows: [...arrivals, ...rows.filter(matches)], arrivals: [] }
}
