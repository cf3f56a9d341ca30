import { listDistinct } from '@travel-rule/database/distinct-values'
import type { Kysely } from 'kysely'
import type { Tables } from '../../foundation/store/tables.ts'

/** The ids of all assets that are referenced by a stored transfer or address book entry. */
export async function listAssetsInUse(db: Kysely<Tables>): Promise<string[]> {
  const ofTransfers = await listDistinct(db, 'transfers', 'asset_id')
  const ofEntries = await db.selectFrom('address_book').select('asset_id').distinct().execute()
  return [...new Set([...ofTransfers, ...ofEntries.map(({ asset_id }) => asset_id)])]
}
