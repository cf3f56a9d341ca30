import { type Kysely, sql } from 'kysely'
import type { Tables } from './proof-row.ts'

/** The keys of all assets that a stored proof refers to. */
export async function listAssetsInUse(db: Kysely<Tables>): Promise<string[]> {
  // Jumps from one key to the next in the index, however many proofs there are.
  const { rows } = await sql<{ asset: string }>`
    with recursive used as (
      (select asset from proof order by asset limit 1)
      union all
      select (select asset from proof where asset > used.asset order by asset limit 1)
      from used where used.asset is not null
    )
    select asset from used where asset is not null`.execute(db)
  return rows.map(({ asset }) => asset)
}
