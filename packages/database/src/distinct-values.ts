import { type Kysely, sql } from 'kysely'

/**
 * The distinct strings in an indexed column, in order and without nulls.
 *
 * Skips from one value to the next in the index, however many rows there are. Names must be plain SQL identifiers.
 */
export async function listDistinct<Tables>(db: Kysely<Tables>, table: string, column: string): Promise<string[]> {
  const from = sql.table(table)
  const name = sql.ref(column)
  const { rows } = await sql<{ value: string }>`
    with recursive used (value) as (
      (select ${name} from ${from} order by ${name} limit 1)
      union all
      select (select ${name} from ${from} where ${name} > used.value order by ${name} limit 1)
      from used where used.value is not null
    )
    select value from used where value is not null`.execute(db)
  return rows.map(({ value }) => value)
}
