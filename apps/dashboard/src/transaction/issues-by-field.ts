/** What the standard says about one field of the data. */
export interface FieldIssue {
  readonly path: string
  readonly constraint: string
  /** In English, by the API. */
  readonly message: string
  /** The same in the words of a form, in its language. */
  readonly words?: string | undefined
}

/**
 * The issues at `path` or below it, such as `originator.originatorPersons[0]`. A path ends before a
 * dot or a bracket, so that `[1]` does not contain `[10]`.
 */
export function issuesBelow<Issue extends FieldIssue>(issues: readonly Issue[], path: string): readonly Issue[] {
  return issues.filter((issue) => issue.path.startsWith(path) && /^($|[.[])/.test(issue.path.slice(path.length)))
}

/** The issues that no path of `shown` contains: they need a place of their own. */
export function issuesElsewhere<Issue extends FieldIssue>(
  issues: readonly Issue[],
  shown: readonly string[],
): readonly Issue[] {
  const placed = new Set(shown.flatMap((path) => issuesBelow(issues, path)))
  return issues.filter((issue) => !placed.has(issue))
}
