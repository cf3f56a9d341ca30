import { type Kysely, sql } from 'kysely'
import { wrappingContext } from './record-keys.ts'
import {
  type Fingerprints,
  fingerprintsWith,
  indexKeysOf,
  openSealer,
  type Sealer,
  type SealerOptions,
} from './seal.ts'

/** Exceeds the number in any database: one for each sealing key used before index keys were stored. */
const INDEX_KEYS_MAX = 100

/**
 * `openSealer` with the fingerprint keys that the database stores, wrapped like data keys. They do not change with the
 * sealing keys, so that stored fingerprints are still found after old sealing keys were removed.
 *
 * The first process stores the fingerprint keys that older programs derive from the sealing keys.
 */
export async function openIndexedSealer<Tables>(
  db: Kysely<Tables>,
  keys: string,
  options?: SealerOptions,
): Promise<Sealer> {
  const sealer = openSealer(keys, options)
  const stored = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('index keys', 0))`.execute(tx)
    const { rows } = await sql<{ recordId: string; wrapped: Buffer }>`
      select record_id, wrapped from data_keys where kind = 'INDEX' order by record_id limit ${INDEX_KEYS_MAX}`.execute(
      tx,
    )
    if (rows.length > 0) return rows
    const own = await Promise.all(
      indexKeysOf(keys).map(async (key, index) => {
        const recordId = indexKeyId(index + 1)
        return { recordId, ...(await sealer.wrapper.wrap(key, wrappingContext(recordId))) }
      }),
    )
    for (const { recordId, keyId, wrapped } of own) {
      await sql`
        insert into data_keys (record_id, kind, key_id, wrapped, wrapped_by)
        values (${recordId}, 'INDEX', ${recordId}, ${wrapped}, ${keyId})`.execute(tx)
    }
    return own
  })
  const opened = await Promise.all(
    stored.map(({ recordId, wrapped }) => sealer.wrapper.unwrap(wrapped, wrappingContext(recordId))),
  )
  const fingerprints: Fingerprints = fingerprintsWith(opened as [Buffer, ...Buffer[]])
  return { ...sealer, fingerprints }
}

/** The id of the nth index key. The first makes the stored fingerprints; searches use all. */
function indexKeyId(n: number): string {
  return `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`
}
