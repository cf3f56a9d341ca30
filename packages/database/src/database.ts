import { Kysely, PostgresDialect } from 'kysely'
import type { Migration } from 'kysely/migration'
import pg from 'pg'
import type { Logger } from 'pino'
import { columnTypes } from './column-types.ts'
import { migrate } from './migrate.ts'
import { waitForServer } from './wait-for-server.ts'

/** How long a caller waits for a free connection, and a new connection for the server, in milliseconds. */
const CONNECTION_TIMEOUT_MS = 10_000
/** How long a transaction may be idle before the server ends it and its connection, in milliseconds. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000
const STATEMENT_TIMEOUT_MS = 30_000
const POOL_MAX = 10

export interface DatabaseOptions {
  /** `postgres://role:password@host:port/name`, or `…@localhost/name?host=/folder/of/the/socket`. */
  readonly url: string
  /** By name, run in the order of the names. A migration that has run must not be renamed or removed. */
  readonly migrations: Readonly<Record<string, Migration>>
  /** Shown in `pg_stat_activity`. */
  readonly applicationName: string
  readonly logger?: Logger
  /** Most connections of the pool; 10 by default. */
  readonly poolMax?: number
  /** How long one statement may run; 30 s by default. Migrations have no limit. */
  readonly statementTimeoutMs?: number
  /** How long to wait for a server that does not respond yet; 30 s by default. */
  readonly connectTimeoutMs?: number
}

export interface Database<Tables> extends AsyncDisposable {
  readonly db: Kysely<Tables>
  readonly pool: pg.Pool
  readonly url: string
  readonly applicationName: string
  /** Resolves when the server responds to a query, rejects otherwise. */
  ping(): Promise<void>
}

/**
 * A pool of connections to a migrated database.
 *
 * Waits for a server that is starting. Several processes may open the same database at the same time; each migration runs
 * once. `bigint` columns are `bigint` values, `date` columns `YYYY-MM-DD` strings, `numeric` columns decimal strings.
 * Throws when the server stays unreachable, refuses the role, or a migration fails (with the migration's name).
 */
export async function openDatabase<Tables>(options: DatabaseOptions): Promise<Database<Tables>> {
  const { url, applicationName, logger } = options
  const connection: pg.ClientConfig = {
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    types: columnTypes,
  }
  await waitForServer({ connection, timeoutMs: options.connectTimeoutMs ?? 30_000, logger })
  await migrate({ connection, migrations: options.migrations, logger })

  const pool = new pg.Pool({
    ...connection,
    max: options.poolMax ?? POOL_MAX,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  })
  // Not the error itself: it holds the client with all its settings.
  const logLostConnection = ({ message }: Error) => logger?.warn({ reason: message }, 'database connection lost')
  // Idle connections emit errors on the pool, connections in use on the client; an unhandled one ends the process.
  pool.on('error', logLostConnection)
  pool.on('connect', (client) => client.on('error', logLostConnection))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    pool,
    url,
    applicationName,
    async ping() {
      await pool.query('select 1')
    },
    async [Symbol.asyncDispose]() {
      await db.destroy()
      // kysely only ends a pool that it has used.
      if (!pool.ending) await pool.end()
    },
  }
}
