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
  /** The index of each row, by its id: a change costs no walk through all rows. */
  readonly places: ReadonlyMap<string, number>
  /** New ones that are not shown yet, newest first. */
  readonly arrivals: readonly Row[]
}

export const EMPTY_LIST: InboxList<never> = { rows: [], places: new Map(), arrivals: [] }

/** Appends a page of older rows; rows that are known already keep their place. */
export function withPage<Row extends ListedRow>(list: InboxList<Row>, page: readonly Row[]): InboxList<Row> {
  const waiting = new Set(list.arrivals.map(({ id }) => id))
  const isKnown = ({ id }: Row) => list.places.has(id) || waiting.has(id)
  const { rows, arrivals } = withChanges(list, page.filter(isKnown), () => true)
  return listOf([...rows, ...page.filter((row) => !isKnown(row))], arrivals)
}

/**
 * Applies changes in their order; older versions of what is known are ignored. A change of its case
 * leaves the version of a transaction as it is.
 */
export function withChanges<Row extends ListedRow>(
  { rows, places, arrivals }: InboxList<Row>,
  changes: readonly Row[],
  matches: (row: Row) => boolean,
): InboxList<Row> {
  const latest = new Map<string, Row>()
  for (const change of changes) latest.set(change.id, newer(latest.get(change.id), change))
  const changed = [...rows]
  for (const [id, change] of latest) {
    const place = places.get(id)
    if (place !== undefined) changed[place] = newer(changed[place], change)
  }
  const update = (row: Row): Row => newer(row, latest.get(row.id) ?? row)
  const waiting = arrivals.map(update).filter(matches)
  const waited = new Set(arrivals.map(({ id }) => id))
  const fresh = [...latest.values()].filter((row) => !places.has(row.id) && !waited.has(row.id) && matches(row))
  return { rows: changed, places, arrivals: [...fresh.reverse(), ...waiting] }
}

/** Shows the arrivals on top, and drops the rows that no longer match. */
export function withArrivalsShown<Row extends ListedRow>(
  { rows, arrivals }: InboxList<Row>,
  matches: (row: Row) => boolean,
): InboxList<Row> {
  return listOf([...arrivals, ...rows.filter(matches)], [])
}

function listOf<Row extends ListedRow>(rows: readonly Row[], arrivals: readonly Row[]): InboxList<Row> {
  return { rows, places: new Map(rows.map(({ id }, index) => [id, index])), arrivals }
}

/** The change, unless it is older than what is known. */
function newer<Row extends ListedRow>(known: Row | undefined, change: Row): Row {
  return known !== undefined && known.version > change.version ? known : change
}
