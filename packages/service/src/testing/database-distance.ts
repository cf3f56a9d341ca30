/**
 * The environment of a node whose processes are this far from PostgreSQL, in milliseconds of round-trip
 * time: also with the embedded server, which listens on a Unix socket only.
 */
export function databaseDistance(distanceMs: number): Readonly<Record<string, string>> {
  const preloaded = new URL('distant-database.ts', import.meta.url)
  return { NODE_OPTIONS: `--import=${preloaded}`, DATABASE_DISTANCE_MS: String(distanceMs) }
}
