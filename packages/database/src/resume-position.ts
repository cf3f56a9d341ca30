/** The position at which the latest run of background work stopped. */
export interface ResumePosition<Position> {
  /** `undefined` when the next run begins with the first row. */
  get(): Position | undefined
  /** Pass `undefined` after the last row. */
  set(position: Position | undefined): void
}

const positions = new WeakMap<object, Map<string, unknown>>()

/**
 * The position of the background work `name` in the database of `db`. Kept only by this process: after a restart, the
 * work begins with the first row.
 */
export function resumePosition<Position>(db: object, name: string): ResumePosition<Position> {
  const known = positions.get(db) ?? new Map<string, unknown>()
  positions.set(db, known)
  return {
    get: () => known.get(name) as Position | undefined,
    set: (position) => void known.set(name, position),
  }
}
