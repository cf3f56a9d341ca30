import type { Dialect } from './field.ts'
import type { IvmsIssue } from './issue.ts'

/** Where a reader of a payload stands, and where it records what it finds. */
export interface Place {
  readonly path: string
  readonly dialect: Dialect
  readonly issues: IvmsIssue[]
}

/** Records a deviation at `place`. */
export function report(place: Place, constraint: IvmsIssue['constraint'], message: string): void {
  place.issues.push({ path: place.path, constraint, message })
}

/** The place of the field `name` inside `place`. */
export function inside(place: Place, name: string): Place {
  return { ...place, path: place.path === '' ? name : `${place.path}.${name}` }
}
