/** The rules an issue can name: the numbered constraints of IVMS101, and the rules of form beside them. */
export type IvmsConstraint =
  | `C${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12}`
  /** A required field is absent or blank. */
  | 'REQUIRED'
  /** A text is longer than its field allows, in code points. */
  | 'LENGTH'
  /** A text is not one of the codes of its field. */
  | 'CODE'
  /** A text holds NUL or half a surrogate pair. */
  | 'TEXT'
  /** A value has the wrong JSON type, or a field is given twice under two names. */
  | 'SHAPE'
  /** A field that IVMS101 does not define. */
  | 'UNKNOWN_FIELD'
  /** A field named as in another dialect than the rest of the payload. */
  | 'DIALECT'
  /** A list, the nesting or the whole is beyond our limits: there is no payload then. Or there are more deviations than are listed. */
  | 'LIMIT'
  /** A key that must not be read, such as `__proto__`: there is no payload then. */
  | 'KEY'

/** The most deviations of one payload that are told or kept. */
const LISTED_MAX = 200

/** The first of many `issues`, and how many are left out. */
export function listedIssues(issues: readonly IvmsIssue[]): readonly IvmsIssue[] {
  if (issues.length <= LISTED_MAX) return issues
  const message = `Further deviations are not listed: ${issues.length - LISTED_MAX}.`
  return [...issues.slice(0, LISTED_MAX), { path: '', constraint: 'LIMIT', message }]
}

/**
 * One deviation from IVMS101. Holds no personal data: `path` consists of field names of the 2020 edition and list positions,
 * such as `originator.originatorPersons[0].naturalPerson.name`; it is empty for the payload as a whole.
 */
export interface IvmsIssue {
  readonly path: string
  readonly constraint: IvmsConstraint
  readonly message: string
}
