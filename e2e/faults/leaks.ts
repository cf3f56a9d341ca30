import { ROOT } from '../harness/running-node.ts'

/** What an answer must not hold: the inside of the service. */
const INSIDE: Readonly<Record<string, RegExp>> = {
  'a stack': /\n\s+at |\bat \S+ \(|node:internal|\.[cm]?[jt]s:\d+/,
  'a path': new RegExp(`${ROOT}|node_modules|file://|/tmp/|/home/|\\.s\\.PGSQL`),
  SQL: /\b(select|insert into|update|delete from)\b.+\b(from|values|set|where)\b|\brelation "|SQLSTATE|pg_\w+|kysely|postgres/i,
  'an internal address': /127\.0\.0\.1|\[::1\]|ECONN\w+|ENOTFOUND|EPIPE|socket hang up|undici/,
}

/** What of the inside of the service `text` shows. */
export function leaksIn(text: string): string[] {
  return Object.entries(INSIDE).flatMap(([name, pattern]) => (pattern.test(text) ? [`${name} in ${text}`] : []))
}
