import pg from 'pg'

/**
 * The schema of a database, one line for each column, constraint, index, function, trigger and grant, in alphabetical
 * order. Sees neither the order of columns nor the tables of the migrator and of the job queue.
 */
export async function readSchema(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ line: string }>(SCHEMA)
    return rows.map(({ line }) => line)
  } finally {
    await client.end()
  }
}

const SCHEMA = `
  with object as (
    select * from pg_class where relnamespace = 'public'::regnamespace and relname not like 'kysely_%'
  )
  select concat_ws(' ', 'column', relname, attname, format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
    nullif(attidentity, ''), nullif(attgenerated, ''), pg_get_expr(adbin, adrelid)) as line
  from object join pg_attribute on attrelid = object.oid left join pg_attrdef on adrelid = object.oid and adnum = attnum
  where relkind = 'r' and attnum > 0 and not attisdropped
  union all
  select concat_ws(' ', 'constraint', relname, conname, pg_get_constraintdef(pg_constraint.oid))
  from object join pg_constraint on conrelid = object.oid
  union all
  select concat_ws(' ', 'index', indisvalid, pg_get_indexdef(indexrelid)) from object join pg_index on indrelid = object.oid
  union all
  select concat_ws(' ', 'function', pg_get_functiondef(oid)) from pg_proc where pronamespace = 'public'::regnamespace
  union all
  select concat_ws(' ', 'trigger', tgenabled, pg_get_triggerdef(pg_trigger.oid))
  from object join pg_trigger on tgrelid = object.oid where not tgisinternal
  union all
  select concat_ws(' ', 'grant', relname, grantee::regrole, privilege_type)
  from object, aclexplode(coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner)))
  where relkind in ('r', 'S')
  union all
  select concat_ws(' ', 'grant', proname, case grantee when 0 then 'public' else grantee::regrole::text end)
  from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner))) where pronamespace = 'public'::regnamespace
  order by line`
