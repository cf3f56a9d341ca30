import pg from 'pg'

/** Terminates all other clients' connections to the database of `url` and returns their number. */
export async function terminateConnections(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, application_name: 'terminate-connections' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend'
         and pid <> pg_backend_pid() and application_name <> 'terminate-connections'`,
    )
    return rows.length
  } finally {
    await client.end()
  }
}
