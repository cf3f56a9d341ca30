import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** Erasure of personal data, customer fingerprints that find address book entries to erase, and legal holds. */
export const erasureMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`alter table transfers add column erased_at timestamptz`.execute(db)
    // Null in entries of an older version until they are marked in the background.
    await sql`alter table address_book add column customer_fingerprint bytea`.execute(db)
    await sql`
      create table legal_holds (
        transfer_id uuid not null references transfers on delete cascade,
        set_at timestamptz not null,
        set_by text not null,
        reason_sealed bytea not null,
        ended_at timestamptz,
        ended_by text,
        end_reason_sealed bytea,
        primary key (transfer_id, set_at)
      )`.execute(db)
    await sql`create unique index legal_holds_current on legal_holds (transfer_id) where ended_at is null`.execute(db)
  },
  indexes: {
    address_book_customer: `on address_book (customer_fingerprint) where customer_fingerprint <> ''::bytea`,
    address_book_unmarked: 'on address_book (id) where customer_fingerprint is null',
  },
}
