import { randomBytes } from 'node:crypto'
import type { Migration } from 'kysely/migration'
import pg from 'pg'
import type { Logger } from 'pino'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../database.ts'
import { knock } from './cluster-door.ts'

export interface TestDatabaseOptions {
  readonly logger?: Logger
  readonly poolMax?: number
  readonly statementTimeoutMs?: number
}

/**
 * A new database with these migrations on the real server of the test run; disposing drops it with everything in it.
 *
 * Further connections, also of other processes, use its `url`. Only inside vitest with `global-setup.ts`.
 */
export async function openTestDatabase<Tables>(
  migrations: Readonly<Record<string, Migration>>,
  options: TestDatabaseOptions = {},
): Promise<Database<Tables>> {
  await using stack = new AsyncDisposableStack()
  const url = await createTestDatabase(stack)
  const database = stack.use(
    await openDatabase<Tables>({ url, migrations, applicationName: 'test', poolMax: 5, ...options }),
  )
  const owned = stack.move()
  return { ...database, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** The URL of a new, empty database; dropped when `stack` is disposed. */
export async function createTestDatabase(stack: AsyncDisposableStack): Promise<string> {
  const adminUrl = await knock(inject('testCluster'))
  const name = `test_${randomBytes(8).toString('hex')}`
  await execute(adminUrl, `create database ${name} template template0 strategy file_copy`)
  stack.defer(() => execute(adminUrl, `drop database if exists ${name} with (force)`))
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
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
