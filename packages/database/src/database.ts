import { Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { checkMigrated, type Migration, migrate } from './migrate.ts'
import { OutageDialect } from './outage-dialect.ts'
import { grantPrivileges, type Privileges } from './privileges.ts'
import { openRefusalLog } from './refused-connections.ts'
import { openSilenceWatch, watchedClient } from './silence-watch.ts'
import { waitForServer } from './wait-for-server.ts'
import { openWriteCheck } from './write-check.ts'

/**
 * Timeout for a free connection, and for opening a new one, in milliseconds. Shorter than callers wait for a response,
 * so that they receive the reason.
 */
const CONNECTION_TIMEOUT_MS = 8_000
/** Longer than recovery takes on a busy machine. Each failed attempt is logged. */
const START_TIMEOUT_MS = 180_000
/**
 * How long a transaction may be idle before the server ends it and its connection, in milliseconds.
 */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000
const STATEMENT_TIMEOUT_MS = 30_000
const POOL_MAX = 10

export interface DatabaseOptions {
  /**
   * `postgres://role:password@host:port/name`, or `…@localhost/name?host=/folder/of/the/socket`.
   */
  readonly url: string
  /**
   * The same database with the role that owns its tables and migrates it; by default that of `url`.
   */
  readonly migrationUrl?: string | undefined
  /** Rights of the role of `url` on tables that another role owns. */
  readonly privileges?: Privileges
  /** Migrations by name, run in the order of their names. Never rename or remove one that has run. */
  readonly migrations: Readonly<Record<string, Migration>>
  /** False for a command, which refuses a database that needs migrations. */
  readonly migrates?: boolean
  /** Name shown in `pg_stat_activity`. */
  readonly applicationName: string
  readonly logger?: Logger
  /** Maximum number of connections in the pool; 10 by default. */
  readonly poolMax?: number
  /** Timeout of one statement; 30 s by default. Migrations have none. */
  readonly statementTimeoutMs?: number
  /** How long to wait for a server that does not respond yet; 180 s by default. */
  readonly connectTimeoutMs?: number
}

export interface Database<Tables> extends AsyncDisposable {
  readonly db: Kysely<Tables>
  readonly pool: pg.Pool
  readonly url: string
  readonly applicationName: string
  /** This process's connection pools for the database, by name. */
  readonly pools: ReadonlyMap<string, pg.Pool>
  /** Resolves when the server responds to a query, rejects otherwise. */
  ping(): Promise<void>
  /**
   * Resolves with the reason why the server cannot write, such as a full disk; `undefined` if it can. Rejects like
   * `ping`.
   */
  check(): Promise<string | undefined>
  /**
   * The same database with a separate pool, for work that must not wait for other work of the process. Disposed
   * together with this database.
   */
  reserve(name: string, connectionsMax: number): Pick<Database<Tables>, 'db' | 'pool'>
}

/**
 * A pool of connections to a migrated database.
 *
 * Waits for a server that is starting. Several processes may open the same database at the same
 * time; each migration runs once. `bigint` columns are `bigint` values, `date` columns `YYYY-MM-DD`
 * strings, `numeric` columns decimal strings. Throws when the server stays unreachable, refuses the
 * role, or a migration fails (with the migration's name). Statements throw a `DatabaseOutage` when
 * they fail because of the server.
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
  const onRefused = openRefusalLog(logger)
  await waitForServer({ connection, timeoutMs: options.connectTimeoutMs ?? START_TIMEOUT_MS, logger, onRefused })
  await prepareTables(connection, options)

  const silence = openSilenceWatch({ connection, logger })
  const pools = new Map<string, pg.Pool>()
  const reserve = (name: string, connectionsMax: number) => {
    const pool = openPool({ ...connection, Client: watchedClient(silence) }, connectionsMax, options)
    pools.set(name, pool)
    return { db: new Kysely<Tables>({ dialect: new OutageDialect(pool, silence, onRefused) }), pool }
  }
  const { db, pool } = reserve('main', options.poolMax ?? POOL_MAX)
  const ping = async () => void (await sql`select 1`.execute(db))
  const checkWriting = openWriteCheck(db as Kysely<unknown>)
  return {
    db,
    pool,
    pools,
    url,
    applicationName,
    reserve,
    ping,
    async check() {
      // No cache: each call asks the server.
      await ping()
      return await checkWriting()
    },
    async [Symbol.asyncDispose]() {
      silence[Symbol.dispose]()
      await Promise.all(Array.from(pools.values(), (each) => each.end()))
    },
  }
}

function openPool(
  connection: pg.PoolConfig,
  connectionsMax: number,
  { logger, statementTimeoutMs = STATEMENT_TIMEOUT_MS }: Pick<DatabaseOptions, 'logger' | 'statementTimeoutMs'>,
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: connectionsMax,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  })
  // Not the error itself, which holds the client with all its settings.
  const logLostConnection = ({ message }: Error) => logger?.warn({ reason: message }, 'database connection lost')
  // Idle connections emit errors on the pool, connections in use on the client. An unhandled error would end the
  // process.
  pool.on('error', logLostConnection)
  pool.on('connect', (client) => client.on('error', logLostConnection))
  return pool
}

/** Migrates with the role that owns the tables, and grants the other role its rights. */
async function prepareTables(connection: pg.ClientConfig, options: PrepareOptions): Promise<void> {
  const { migrationUrl, migrations, migrates = true, privileges = {}, logger } = options
  if (!migrates) return await checkMigrated({ connection, migrations })
  const owner = migrationUrl === undefined ? connection : { ...connection, connectionString: migrationUrl }
  await migrate({ connection: owner, migrations, logger })
  if (migrationUrl === undefined) return
  const role = await roleOf(connection)
  if (role !== (await roleOf(owner))) await grantPrivileges({ owner, role, privileges, logger })
}

type PrepareOptions = Pick<DatabaseOptions, 'migrationUrl' | 'migrations' | 'migrates' | 'privileges' | 'logger'>

async function roleOf(connection: pg.ClientConfig): Promise<string> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<{ role: string }>('select current_user as role')).rows[0]?.role ?? ''
  } finally {
    await client.end()
  }
}

const { builtins } = pg.types
const BIGINT_ARRAY = 1016

/**
 * The JavaScript types of columns: `bigint` (and `count(*)`) is `bigint`, `bigint[]` an array of
 * it, `date` a `YYYY-MM-DD` string, so that no time zone shifts it, `numeric` a decimal string,
 * `timestamptz` a `Date`.
 */
const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(id: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (id === builtins.INT8) return BigInt
      if (id === builtins.DATE) return String
      if (id === BIGINT_ARRAY) return parseBigintArray
    }
    return pg.types.getTypeParser(id, format)
  },
}

/** Parses an array of one dimension. */
function parseBigintArray(array: string): (bigint | null)[] {
  const items = array.slice(1, -1)
  return items === '' ? [] : items.split(',').map((item) => (item === 'NULL' ? null : BigInt(item)))
}
