import pg from 'pg'

/** SQLSTATEs of a role or database that another process has just made. */
const EXISTS = new Set(['42710', '42P04', '23505'])

/**
 * Makes sure that a role `name` with `password` and a database `name` that it owns exist.
 *
 * `adminUrl` belongs to a superuser. `name` must be a plain identifier: it is not checked here.
 */
export async function createDatabase(adminUrl: string, name: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'create-database' })
  client.on('error', () => {})
  await client.connect()
  try {
    const secret = pg.escapeLiteral(password)
    await unlessExists(client.query(`create role "${name}" login`))
    await client.query(`alter role "${name}" with login nosuperuser nocreatedb nocreaterole password ${secret}`)
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rows.length === 0) await unlessExists(client.query(`create database "${name}" owner "${name}"`))
    await client.query(`revoke all on database "${name}" from public`)
  } finally {
    await client.end()
  }
}

async function unlessExists(query: Promise<unknown>): Promise<void> {
  try {
    await query
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && EXISTS.has(error.code ?? ''))) throw error
  }
}
