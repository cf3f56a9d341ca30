import { listDistinct } from '@travel-rule/database/distinct-values'
import type { Kysely } from 'kysely'
import type { Tables } from '../../foundation/store/tables.ts'

/** The ids of all assets that are referenced by a stored transfer or address book entry. */
export async function listAssetsInUse(db: Kysely<Tables>): Promise<string[]> {
  const ofTransfers = await listDistinct(db, 'transfers', 'assetId')
  const ofEntries = await db.selectFrom('addressBook').select('assetId').distinct().execute()
  return [...new Set([...ofTransfers, ...ofEntries.map(({ assetId }) => assetId)])]
}
