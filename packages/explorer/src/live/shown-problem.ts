/** An error that the editor shows as its message alone, without where in the scripts it happened. */
export function shownProblem(message: string): Error {
  return Object.assign(new Error(message), { stack: undefined })
}
