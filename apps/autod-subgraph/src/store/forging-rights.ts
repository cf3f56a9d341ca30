import type { Database } from '@travel-rule/database/database'
import type { Tables } from './tables.ts'

const FIRST_WITH_PARAMETER_RIGHTS = 150_000

/**
 * Rights with which the role of this connection could change the audit log unnoticed by its triggers, for
 * example `UPDATE on audit_log` or `owner of audit_chain`. Empty for a role that may only append and read.
 */
export async function listForgingRights({ pool }: Pick<Database<Tables>, 'pool'>): Promise<readonly string[]> {
  const { rows } = await pool.query<{ right: string }>(`
    with chain (relation, denied) as (
      values
        ('audit_log'::regclass, '{UPDATE,DELETE,TRUNCATE,TRIGGER}'::text[]),
        ('audit_checkpoint', '{UPDATE,DELETE,TRUNCATE,TRIGGER}'),
        ('audit_chain', '{INSERT,UPDATE,DELETE,TRUNCATE,TRIGGER}')
    ), functions (name) as (
      values ('refuse_audit_log_change()'::regprocedure), ('lock_audit_chain()'), ('extend_audit_chain()')
    )
    select 'superuser' as right from pg_roles where rolname = current_user and rolsuper
    union all
    select 'member of ' || rolname from pg_roles
    where rolname in ('pg_execute_server_program', 'pg_write_server_files') and pg_has_role(oid, 'MEMBER')
    union all
    select 'owner of schema ' || nspname from pg_namespace
    where oid in (select relnamespace from pg_class join chain on oid = relation) and pg_has_role(nspowner, 'MEMBER')
    union all
    select 'owner of ' || relation from chain join pg_class on oid = relation where pg_has_role(relowner, 'MEMBER')
    union all
    select 'owner of ' || name from functions join pg_proc on oid = name where pg_has_role(proowner, 'MEMBER')
    union all
    select privilege || ' on ' || relation from chain, unnest(denied) as privilege
    where has_table_privilege(relation, privilege)
      or privilege in ('INSERT', 'UPDATE') and has_any_column_privilege(relation, privilege)
    union all
    select 'EXECUTE on extend_audit_chain()' where has_function_privilege('extend_audit_chain()', 'EXECUTE')`)
  const { rows: versions } = await pool.query('show server_version_num')
  if (Number(versions[0]?.server_version_num) < FIRST_WITH_PARAMETER_RIGHTS) return rows.map(({ right }) => right)
  const replication = await pool.query<{ right: string }>(`
    select 'SET on session_replication_role' as right
    where has_parameter_privilege('session_replication_role', 'SET')`)
  return [...rows, ...replication.rows].map(({ right }) => right)
}
