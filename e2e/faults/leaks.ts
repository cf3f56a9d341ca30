import { ROOT } from '../harness/running-node.ts'

/** Internals that must not occur in a response. */
const INTERNALS: Readonly<Record<string, RegExp>> = {
  'a stack trace': /\n\s+at |\bat \S+ \(|node:internal|\.[cm]?[jt]s:\d+/,
  'a path': new RegExp(`${ROOT}|node_modules|file://|/tmp/|/home/|\\.s\\.PGSQL`),
  SQL: /\b(select|insert into|update|delete from)\b.+\b(from|values|set|where)\b|\brelation "|SQLSTATE|pg_\w+|kysely|postgres/i,
  'an internal address': /127\.0\.0\.1|\[::1\]|ECONN\w+|ENOTFOUND|EPIPE|socket hang up|undici/,
}

/** The internals that a response contains. */
export function leaksIn(response: string): string[] {
  return Object.entries(INTERNALS).flatMap(([name, pattern]) =>
    pattern.test(response) ? [`${name} in ${response}`] : [],
  )
}
