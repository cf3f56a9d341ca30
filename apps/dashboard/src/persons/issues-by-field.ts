/** An issue of the standard with one field of the data. */
export interface FieldIssue {
  readonly path: string
  readonly constraint: string
  /** The API's message, in English. */
  readonly message: string
  /** The message in the words and language of a form. */
  readonly words?: string | undefined
}

/**
 * The issues at `path` or below it, such as `originator.originatorPersons[0]`. A path ends before a
 * dot or a bracket, so that `[1]` does not contain `[10]`.
 */
export function issuesBelow<Issue extends FieldIssue>(issues: readonly Issue[], path: string): readonly Issue[] {
  return issues.filter((issue) => issue.path.startsWith(path) && /^($|[.[])/.test(issue.path.slice(path.length)))
}

/** The issues that no path of `shown` contains, which have to be shown separately. */
export function issuesElsewhere<Issue extends FieldIssue>(
  issues: readonly Issue[],
  shown: readonly string[],
): readonly Issue[] {
  const placed = new Set(shown.flatMap((path) => issuesBelow(issues, path)))
  return issues.filter((issue) => !placed.has(issue))
}
