/**
 * Runs a synchronous task in which `localeCompare` compares code units.
 *
 * Apollo uses `localeCompare` to sort some names of a supergraph. It loads ICU's collation, which takes 3 MB until the
 * process ends, and sorts by the locale of the machine. GraphQL names are ASCII.
 */
export function withoutCollation<Result>(task: () => Result): Result {
  const { localeCompare } = String.prototype
  String.prototype.localeCompare = compareCodeUnits
  try {
    return task()
  } finally {
    String.prototype.localeCompare = localeCompare
  }
}

function compareCodeUnits(this: string, other: string): number {
  const own = String(this)
  if (own === other) return 0
  return own < other ? -1 : 1
}
