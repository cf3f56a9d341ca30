import type { Sealer } from '@travel-rule/database/seal'
import { type Kysely, sql } from 'kysely'
import { type AddressBookEntry, loadEntries } from '../../address-book/store/address-book.ts'
import type { Tables } from '../../foundation/store/tables.ts'

/** Maximum number of address book entries per customer. */
const ENTRIES_MAX = 5_000

/** The address book entries of the customer with any of these fingerprints, oldest first. */
export async function listCustomerEntries(
  db: Kysely<Tables>,
  sealer: Sealer,
  fingerprints: readonly Buffer[],
): Promise<AddressBookEntry[]> {
  const { rows } = await sql<{ id: string }>`
    select id from address_book
    where customer_fingerprint = any(${fingerprints}::bytea[]) and customer_fingerprint <> ''::bytea
    order by created_at limit ${ENTRIES_MAX}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const entries = ids.length === 0 ? [] : await loadEntries(db, sealer, ids)
  return entries.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}

/** The ids of the customer's transfers after a given one, in the order of the ids. */
export async function listCustomerTransferIds(
  db: Kysely<Tables>,
  fingerprints: readonly Buffer[],
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from transfers
    where customer_fingerprint = any(${fingerprints}::bytea[]) and customer_fingerprint <> ''::bytea
      and (${after ?? null}::uuid is null or id > ${after ?? null}::uuid)
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
