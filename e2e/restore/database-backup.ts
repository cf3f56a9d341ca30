import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** A backup of one database, which can be restored while its services run. */
export interface DatabaseBackup {
  restore(): Promise<void>
}

/**
 * Copies a database as `pg_dump` and `pg_restore --clean --create` would, which the embedded
 * binaries do not include. Its services lose their connections for a moment.
 */
export async function backUpDatabase(superuserUrl: string, name: string): Promise<DatabaseBackup> {
  const copy = `${name}_backup`
  await runSql(superuserUrl, `drop database if exists ${copy}`)
  await alone(superuserUrl, name, () => runSql(superuserUrl, `create database ${copy} template ${name}`))
  return {
    async restore() {
      await alone(superuserUrl, name, async () => {
        await runSql(superuserUrl, `drop database ${name}`)
        await runSql(superuserUrl, `create database ${name} owner ${name} template ${copy} allow_connections false`)
      })
    },
  }
}

/** Runs `action` while no client is connected to the database. */
async function alone(superuserUrl: string, name: string, action: () => Promise<unknown>): Promise<void> {
  await runSql(superuserUrl, `alter database ${name} allow_connections false`)
  for (;;) {
    const others = `from pg_stat_activity where datname = '${name}'`
    const rows = await runSql(superuserUrl, `select pg_terminate_backend(pid) ${others}`)
    if (rows.length === 0) break
    await delay(20)
  }
  await action()
  await runSql(superuserUrl, `alter database ${name} allow_connections true`)
}

async function runSql(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
