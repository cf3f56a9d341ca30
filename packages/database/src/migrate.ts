import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration as KyselyMigration, Migrator } from 'kysely/migration'
import pg from 'pg'
import type { Logger } from 'pino'
import { buildIndexes } from './build-indexes.ts'

/** A step of a database's schema. */
export interface Migration extends KyselyMigration {
  /**
   * True if programs that do not know this migration work on the migrated database, because it only adds what they may
   * leave out. Otherwise, they refuse to start.
   */
  readonly expands?: boolean
  /**
   * Indexes by name, built in this order once every migration has run, while other processes write. The value is what
   * follows `create index name`, such as `on book (title)` or, for a unique index, `unique on book (isbn)`; null drops
   * the index.
   */
  readonly indexes?: Readonly<Record<string, string | null>>
}

export interface MigrateOptions {
  readonly connection: pg.ClientConfig
  /** The migrations by name; they run in the order of their names. */
  readonly migrations: Readonly<Record<string, Migration>>
  readonly logger: Logger | undefined
}

/**
 * Runs the pending migrations in one transaction under a lock, for which other starting processes wait, and then builds
 * the missing indexes.
 *
 * Accepts migrations of a newer program if all of them expand. Uses separate connections without time limits. Throws
 * with the name of the migration that failed, or with which this program cannot run.
 */
export async function migrate({ connection, migrations, logger }: MigrateOptions): Promise<void> {
  // One connection holds the lock and the transaction; the other reads which migrations are newer.
  const pool = new pg.Pool({ ...connection, max: 2 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  await using db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const own = Object.fromEntries(Object.entries(migrations).map(([name, each]) => [name, recorded(name, each)]))
  // The migrator reads them while holding its lock, so that no other process can add one meanwhile.
  const getMigrations = async () => {
    const newer = await newerMigrations(pool, Object.keys(own), logger)
    await checkOrder(pool, Object.keys(own))
    return { ...own, ...newer }
  }
  // By default, Kysely orders completed migrations by the clocks of the machines that ran them.
  const migrator = new Migrator({ db, provider: { getMigrations }, allowUnorderedMigrations: true })
  const { error, results = [] } = await migrator.migrateToLatest()
  for (const { migrationName, status } of results) {
    if (status === 'Success') logger?.info({ migration: migrationName }, 'migrated')
  }
  if (error !== undefined) {
    const failed = results.find(({ status }) => status === 'Error')?.migrationName
    throw new Error(`The database could not be migrated${failed === undefined ? '' : ` (${failed})`}: ${error}`, {
      cause: error,
    })
  }
  const isNew = results.length > 0 && results.length === Object.keys(own).length
  await buildIndexes({ connection, indexes: indexesOf(migrations), isNew, logger })
}

function indexesOf(migrations: MigrateOptions['migrations']): Readonly<Record<string, string | null>> {
  return Object.assign(
    {},
    ...Object.entries(migrations)
      .sort(byName)
      .map(([, { indexes }]) => indexes),
  )
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}

/**
 * Throws unless this program can work on the database as it is: all of its own migrations have run, and those of a
 * newer program expand. Changes nothing.
 */
export async function checkMigrated({
  connection,
  migrations,
}: Pick<MigrateOptions, 'connection' | 'migrations'>): Promise<void> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows: run } = (await exists(client, 'kysely_migration'))
      ? await client.query<{ name: string }>('select name from kysely_migration order by name')
      : { rows: [] }
    const names = new Set(run.map(({ name }) => name))
    const pending = Object.keys(migrations).find((name) => !names.has(name))
    if (pending !== undefined) {
      throw new Error(
        `The database is older than this program (${pending} is pending): start the service once, which migrates it`,
      )
    }
    const { rows: expanding } = (await exists(client, 'migration_kind'))
      ? await client.query<{ name: string }>('select name from migration_kind where expands')
      : { rows: [] }
    const allowed = new Set([...Object.keys(migrations), ...expanding.map(({ name }) => name)])
    const newer = run.find(({ name }) => !allowed.has(name))
    if (newer !== undefined) throw new Error(`The database is newer than this program (${newer.name}): use its version`)
  } finally {
    await client.end()
  }
}

async function exists(client: Pick<pg.Client, 'query'>, table: string): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) is not null as exists', [table])
  return rows[0].exists === true
}

/** Wraps the migration so that it also records if it expands. */
function recorded(name: string, migration: Migration): KyselyMigration {
  return {
    async up(db) {
      await migration.up(db)
      await sql`
        insert into migration_kind (name, expands) values (${name}, ${migration.expands === true})
        on conflict (name) do update set expands = excluded.expands`.execute(db)
    },
  }
}

const nothing: KyselyMigration = { up: async () => {} }

/** Throws if a completed migration has a later name than a pending one. */
async function checkOrder(pool: pg.Pool, names: readonly string[]): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration')
  const run = rows.map(({ name }) => name)
  const last = run.toSorted().at(-1) ?? ''
  const late = names.find((name) => name < last && !run.includes(name))
  if (late !== undefined) throw new Error(`migration ${late} comes before ${last}, which has run`)
}

/** Migrations that only a newer program knows. Throws unless all of them expand. */
async function newerMigrations(
  pool: pg.Pool,
  known: readonly string[],
  logger: Logger | undefined,
): Promise<Record<string, KyselyMigration>> {
  const { rows: tables } = await pool.query(`select to_regclass('migration_kind') is not null as exists`)
  if (tables[0].exists === false) {
    await pool.query('create table migration_kind (name text primary key, expands boolean not null)')
  }
  const { rows } = await pool.query<{ name: string; expands: boolean | null }>(
    'select name, expands from kysely_migration left join migration_kind using (name) where name <> all($1) order by name',
    [known],
  )
  const refused = rows.find(({ expands }) => expands !== true)
  if (refused !== undefined) {
    throw new Error(`migration ${refused.name} of a newer version does not allow this version to run beside it`)
  }
  if (rows.length > 0) logger?.info({ migrations: rows.map(({ name }) => name) }, 'the database is newer')
  return Object.fromEntries(rows.map(({ name }) => [name, nothing]))
}
