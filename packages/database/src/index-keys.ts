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

/** More keys than a database ever has: one for each sealing key that it had before it stored index keys. */
const INDEX_KEYS_MAX = 100

/**
 * `openSealer`, with the fingerprint keys that the database stores, wrapped like data keys. They stay
 * the same when the sealing keys change, so that what was stored is found without the old ones.
 *
 * The first process stores those that older programs derive from the sealing keys.
 */
export async function openIndexedSealer<Tables>(
  db: Kysely<Tables>,
  keys: string,
  options?: SealerOptions,
): Promise<Sealer> {
  const sealer = openSealer(keys, options)
  const stored = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('index keys', 0))`.execute(tx)
    const { rows } = await sql<{ record_id: string; wrapped: Buffer }>`
      select record_id, wrapped from data_keys where kind = 'INDEX' order by record_id limit ${INDEX_KEYS_MAX}`.execute(
      tx,
    )
    if (rows.length > 0) return rows
    const own = await Promise.all(
      indexKeysOf(keys).map(async (key, index) => {
        const record_id = indexKeyId(index + 1)
        return { record_id, ...(await sealer.wrapper.wrap(key, wrappingContext(record_id))) }
      }),
    )
    for (const { record_id, keyId, wrapped } of own) {
      await sql`
        insert into data_keys (record_id, kind, key_id, wrapped, wrapped_by)
        values (${record_id}, 'INDEX', ${record_id}, ${wrapped}, ${keyId})`.execute(tx)
    }
    return own
  })
  const opened = await Promise.all(
    stored.map(({ record_id, wrapped }) => sealer.wrapper.unwrap(wrapped, wrappingContext(record_id))),
  )
  const fingerprints: Fingerprints = fingerprintsWith(opened as [Buffer, ...Buffer[]])
  return { ...sealer, fingerprints }
}

/** The nth index key's id: the first makes what is stored, all are searched for. */
function indexKeyId(n: number): string {
  return `00000000-0000-0000-0000-${String(n).padStart(12, '0')}`
}
