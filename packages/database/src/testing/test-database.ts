import { randomBytes } from 'node:crypto'
import { knock } from '@travel-rule/embedded-postgres/testing/cluster-door'
import type {} from '@travel-rule/embedded-postgres/testing/global-setup'
import pg from 'pg'
import type { Logger } from 'pino'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../database.ts'
import type { Migration } from '../migrate.ts'
import { ensureTemplate, onceUnused, type TemplateDatabase } from './template-database.ts'

export interface TestDatabaseOptions {
  readonly logger?: Logger
  readonly poolMax?: number
  readonly statementTimeoutMs?: number
  /** The template of the database, named by these migrations; none by default. */
  readonly template?: string
}

/**
 * A new, migrated database on the real server of the test run; disposing drops it.
 *
 * Further connections, including those of other processes, use its `url`. Needs vitest with `global-setup.ts`.
 */
export async function openTestDatabase<Tables>(
  migrations: Readonly<Record<string, Migration>>,
  { template, ...options }: TestDatabaseOptions = {},
): Promise<Database<Tables>> {
  await using stack = new AsyncDisposableStack()
  const url = await createTestDatabase(stack, template === undefined ? undefined : { name: template, migrations })
  const database = stack.use(
    await openDatabase<Tables>({ url, migrations, applicationName: 'test', poolMax: 5, ...options }),
  )
  const owned = stack.move()
  return { ...database, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** The URL of a new database, empty or a copy of `template`; dropped when `stack` is disposed. */
export async function createTestDatabase(stack: AsyncDisposableStack, template?: TemplateDatabase): Promise<string> {
  const adminUrl = await knock(inject('testCluster'))
  const name = `test_${randomBytes(8).toString('hex')}`
  const copied = template === undefined ? 'template0' : await ensureTemplate(adminUrl, template)
  await onceUnused(() => execute(adminUrl, `create database ${name} template ${copied} strategy file_copy`))
  stack.defer(() => dropDatabase(adminUrl, name))
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

/**
 * Without `force`, which fails with "permission denied to terminate process" while an autovacuum worker uses the
 * database. The plain statement ends such workers itself and waits for the connections terminated here.
 */
async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await execute(adminUrl, `alter database ${name} allow_connections false`)
  await execute(
    adminUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usename = current_user`,
  )
  await execute(adminUrl, `drop database ${name}`)
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
