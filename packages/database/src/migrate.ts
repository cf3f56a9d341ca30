import { Kysely, PostgresDialect } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import type { Logger } from 'pino'

export interface MigrateOptions {
  readonly connection: pg.ClientConfig
  readonly migrations: Readonly<Record<string, Migration>>
  readonly logger?: Logger | undefined
}

/**
 * Runs the pending migrations in one transaction under a lock, for which other processes that start wait.
 *
 * Uses a separate connection without time limits. Throws with the name of the migration that failed.
 */
export async function migrate({ connection, migrations, logger }: MigrateOptions): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 1 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  await using db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
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
}
