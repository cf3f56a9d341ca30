/**
 * The environment of a node whose connections to PostgreSQL have this round-trip time, in milliseconds. Works with the
 * embedded server, which listens only on a Unix socket.
 */
export function databaseDistance(distanceMs: number): Readonly<Record<string, string>> {
  const preloaded = new URL('distant-database.ts', import.meta.url)
  return { NODE_OPTIONS: `--import=${preloaded}`, DATABASE_DISTANCE_MS: String(distanceMs) }
}
