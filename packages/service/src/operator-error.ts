/**
 * A problem that the person who runs the service can repair: a setting, a taken port, a missing file.
 *
 * Shown as its `problems`, one per line, without a stack.
 */
export class OperatorError extends Error {
  readonly problems: readonly string[]

  constructor(problems: string | readonly string[], options?: ErrorOptions) {
    const list = typeof problems === 'string' ? [problems] : problems
    super(list.join('\n'), options)
    this.name = 'OperatorError'
    this.problems = list
  }
}
