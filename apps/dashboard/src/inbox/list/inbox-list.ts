/** The fields of a transaction that the list needs. */
export interface ListedRow {
  readonly id: string
  readonly version: number
}

/**
 * The rows of the inbox. A change never moves a row: new rows wait in `arrivals`, and rows that no longer match stay
 * until the list is refreshed.
 */
export interface InboxList<Row extends ListedRow> {
  /** Rows as shown, newest first. */
  readonly rows: readonly Row[]
  /** The index of each row by id, so that a change does not have to search all rows. */
  readonly places: ReadonlyMap<string, number>
  /** New rows that are not shown yet, newest first. */
  readonly arrivals: readonly Row[]
}

export const EMPTY_LIST: InboxList<never> = { rows: [], places: new Map(), arrivals: [] }

/** Appends a page of older rows. Known rows keep their place. */
export function withPage<Row extends ListedRow>(list: InboxList<Row>, page: readonly Row[]): InboxList<Row> {
  const waiting = new Set(list.arrivals.map(({ id }) => id))
  const isKnown = ({ id }: Row) => list.places.has(id) || waiting.has(id)
  const { rows, arrivals } = withChanges(list, page.filter(isKnown), () => true)
  return listOf([...rows, ...page.filter((row) => !isKnown(row))], arrivals)
}

/**
 * Applies changes in order. Ignores versions older than the known ones. A change of its case leaves the version of a
 * transaction unchanged.
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

/** Shows the arrivals on top, and removes the rows that no longer match. */
export function withArrivalsShown<Row extends ListedRow>(
  { rows, arrivals }: InboxList<Row>,
  matches: (row: Row) => boolean,
): InboxList<Row> {
  return listOf([...arrivals, ...rows.filter(matches)], [])
}

function listOf<Row extends ListedRow>(rows: readonly Row[], arrivals: readonly Row[]): InboxList<Row> {
  return { rows, places: new Map(rows.map(({ id }, index) => [id, index])), arrivals }
}

/** Returns the change, unless it is older than the known version. */
function newer<Row extends ListedRow>(known: Row | undefined, change: Row): Row {
  return known !== undefined && known.version > change.version ? known : change
}
