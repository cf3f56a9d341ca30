import pg from 'pg'
import type { Logger } from 'pino'

/** Interval of the log line while connections are refused, in milliseconds. */
const LOG_INTERVAL_MS = 60_000
/** SQLSTATE `too_many_connections`, for the limit of the server, role or database. */
const TOO_MANY_CONNECTIONS = '53300'

/** Logs errors about missing connection slots, at most once a minute. */
export function openRefusalLog(logger: Logger | undefined): (error: unknown) => void {
  let loggedAtMs = Number.NEGATIVE_INFINITY
  return (error) => {
    if (!(error instanceof pg.DatabaseError) || error.code !== TOO_MANY_CONNECTIONS) return
    if (performance.now() - loggedAtMs < LOG_INTERVAL_MS) return
    loggedAtMs = performance.now()
    logger?.error(
      { reason: error.message },
      'PostgreSQL has no slot for another connection: lower the DATABASE_CONNECTIONS settings, or raise max_connections (docs/production.md, Replicas)',
    )
  }
}
