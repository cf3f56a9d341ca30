import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** The ids of all assets that a stored transfer or address book entry refers to. */
export async function listAssetsInUse(db: Kysely<Tables>): Promise<string[]> {
  // Jumps from one id to the next in the index, however many transfers there are.
  const { rows } = await sql<{ asset_id: string }>`
    with recursive used as (
      (select asset_id from transfers order by asset_id limit 1)
      union all
      select (select asset_id from transfers where asset_id > used.asset_id order by asset_id limit 1)
      from used where used.asset_id is not null
    )
    select asset_id from used where asset_id is not null
    union
    select asset_id from address_book`.execute(db)
  return rows.map(({ asset_id }) => asset_id)
}
