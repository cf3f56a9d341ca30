import { destroyDataKeys } from '@travel-rule/database/record-keys'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../foundation/store/tables.ts'

/** What was erased of a customer, apart from transfers. */
export interface ErasedCustomer {
  /** Id of the customer, if one was stored. */
  readonly id: string | undefined
  readonly addressBookEntries: number
}

/** Locks the address book entries for the customer with any of these fingerprints. */
export async function lockCustomerEntries(tx: Transaction<Tables>, fingerprints: readonly Buffer[]): Promise<void> {
  await sql`
    select from address_book
    where customer_fingerprint = any(${fingerprints}::bytea[]) and customer_fingerprint <> ''::bytea
    order by id for update`.execute(tx)
}

/**
 * Destroys the data keys of the customer with any of these fingerprints and of the customer's address book
 * entries, which become inactive and lose their payment address. Deletes the transfer drafts that name the
 * customer.
 */
export async function eraseCustomerRows(
  tx: Transaction<Tables>,
  fingerprints: readonly Buffer[],
  at: Date,
): Promise<ErasedCustomer> {
  const deleted = await tx
    .deleteFrom('customers')
    .where('referenceFingerprint', 'in', [...fingerprints])
    .returning('id')
    .execute()
  const customers = deleted.map(({ id }) => id)
  const { rows } = await sql<{ id: string }>`
    update address_book set
      personal_sealed = '', customer_fingerprint = '', address = null, active = false,
      version = version + 1, updated_at = ${at}
    where customer_fingerprint = any(${fingerprints}::bytea[]) and customer_fingerprint <> ''::bytea
    returning id`.execute(tx)
  const entries = rows.map(({ id }) => id)
  await tx
    .deleteFrom('transferDrafts')
    .where('customerFingerprint', 'in', [...fingerprints])
    .where('customerFingerprint', '<>', Buffer.alloc(0))
    .execute()
  await destroyDataKeys(tx, { kind: 'CUSTOMER', ids: customers, at })
  await destroyDataKeys(tx, { kind: 'ADDRESS_BOOK_ENTRY', ids: entries, at })
  return { id: customers[0], addressBookEntries: entries.length }
}
