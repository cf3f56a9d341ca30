import { PostgresQueryCompiler } from 'kysely'

/** Compiles names in camelCase to names in snake_case, such as `createdAt` to `created_at`. */
export class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(snakeCaseOf(name))
  }
}

/** The name in code of a column in a result, such as `createdAt` of `created_at`. */
export const camelCaseOf = rememberNames((name) => name.replace(/_([a-z])/g, (_, first: string) => first.toUpperCase()))

/** The name in the database of a column or table, such as `created_at` of `createdAt`. */
export const snakeCaseOf = rememberNames((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))

/** Rows as JSON for functions of PostgreSQL such as `jsonb_to_recordset`, with the names in the database. */
export function jsonOfRows(rows: readonly object[]): string {
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCaseOf(name), value]))),
  )
}

/** Remembers results, because a program uses a few hundred names in all of its statements. */
function rememberNames(convert: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>()
  return (name) => {
    const remembered = known.get(name)
    if (remembered !== undefined) return remembered
    const converted = convert(name)
    if (known.size < NAMES_MAX) known.set(name, converted)
    return converted
  }
}

const NAMES_MAX = 10_000
