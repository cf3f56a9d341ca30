import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** Senders of inquiries, the pinned keys of VASPs, and the counts for the limits on unverified inquiries. */
export const sendersMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      alter table vasps
        add column pinned_keys jsonb not null default '[]',
        add column requires_mutual_tls boolean`.execute(db)
    await sql`
      alter table transfers
        add column sender jsonb,
        add column unverified boolean not null default false`.execute(db)
    await sql`
      update transfers set unverified = true
      where direction = 'RECEIVED' and status = 'BLOCKED' and holds ? 'VASP_NOT_TRUSTED' and archived_at is null`.execute(
      db,
    )
    await sql`
      create table refused_inquiries (
        address text not null,
        address_book_entry_id uuid not null references address_book,
        count bigint not null,
        first_at timestamptz not null,
        last_at timestamptz not null,
        primary key (address, address_book_entry_id)
      )`.execute(db)
  },
  indexes: {
    vasps_pinned_keys: `on vasps using gin (pinned_keys) where pinned_keys <> '[]'`,
    transfers_unverified: `on transfers (vasp_id) where unverified and archived_at is null and status in ('BLOCKED', 'PENDING')`,
  },
}
