/** Where the latest run of a background work has stopped. */
export interface ResumePosition<Position> {
  /** `undefined` when the next run begins with the first row. */
  get(): Position | undefined
  /** `undefined` at the last row. */
  set(position: Position | undefined): void
}

const positions = new WeakMap<object, Map<string, unknown>>()

/**
 * The position of the work `name` in the database of `db`. This process keeps it: after a restart
 * the work begins with the first row.
 */
export function resumePosition<Position>(db: object, name: string): ResumePosition<Position> {
  const known = positions.get(db) ?? new Map<string, unknown>()
  positions.set(db, known)
  return {
    get: () => known.get(name) as Position | undefined,
    set: (position) => void known.set(name, position),
  }
}
