/** Whether the arguments of a command ask how it is used. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h')
}
