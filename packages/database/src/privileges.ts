import pg from 'pg'
import type { Logger } from 'pino'

export type Privilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'

/** The rights of a role, by table name. Tables that are not named may be read and changed. */
export type Privileges = Readonly<Record<string, readonly Privilege[]>>

const ALL: readonly Privilege[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE']
/** Advisory-lock key held while granting privileges ("gran" in ASCII). */
const GRANT_LOCK = 0x67_72_61_6e
/** The migrator's tables, which only their owner changes. */
const MIGRATOR: Privileges = {
  kysely_migration: ['SELECT'],
  kysely_migration_lock: ['SELECT'],
  migration_kind: ['SELECT'],
}

export interface GrantOptions {
  /** Connects as the owner of the tables. */
  readonly owner: pg.ClientConfig
  readonly role: string
  readonly privileges: Privileges
  readonly logger: Logger | undefined
}

/**
 * Grants `role` exactly `privileges` on the owner's tables, in one transaction.
 *
 * For a table that is not named, the role keeps its rights, so that an older program, which does not know a newer
 * table, does not widen them. Runs no changing statement when all rights are already granted.
 */
export async function grantPrivileges({ owner, role, privileges, logger }: GrantOptions): Promise<void> {
  const client = new pg.Client(owner)
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [GRANT_LOCK])
    const named: Privileges = { ...MIGRATOR, ...privileges }
    for (const { table, held } of await loadTables(client, role)) {
      const wanted = Object.hasOwn(named, table) ? named[table] : held.length > 0 ? undefined : ALL
      if (wanted === undefined || isSame(wanted, held)) continue
      const [name, grantee] = [pg.escapeIdentifier(table), pg.escapeIdentifier(role)]
      await client.query(`revoke all on table ${name} from ${grantee}`)
      if (wanted.length > 0) await client.query(`grant ${wanted.join(', ')} on table ${name} to ${grantee}`)
      logger?.info({ table, role, privileges: wanted }, 'privileges granted')
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
}

interface TableRights {
  readonly table: string
  /** Rights granted explicitly to the role. */
  readonly held: readonly string[]
}

async function loadTables(client: pg.Client, role: string): Promise<readonly TableRights[]> {
  const { rows } = await client.query<TableRights>(
    `select relname as table, coalesce(
       (select array_agg(privilege_type) from aclexplode(relacl) where grantee = $1::regrole), '{}') as held
     from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relowner = current_user::regrole
     order by relname`,
    [pg.escapeIdentifier(role)],
  )
  return rows
}

function isSame(wanted: readonly string[], held: readonly string[]): boolean {
  return wanted.length === held.length && wanted.every((each) => held.includes(each))
}
