/**
 * Problems that an operator can fix, such as a setting, a port in use or a missing file. Printed one per line, without
 * a stack.
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
