/** An error without a stack, so that the editor shows its message only. */
export function messageError(message: string): Error {
  return Object.assign(new Error(message), { stack: undefined })
}
