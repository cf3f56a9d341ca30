import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** Drafts of transfers. */
export const transferDraftsMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      create table transfer_drafts (
        id uuid primary key,
        person text not null,
        version integer not null,
        customer_fingerprint bytea not null,
        draft_sealed bytea not null,
        updated_at timestamptz not null
      )`.execute(db)
  },
  indexes: {
    transfer_drafts_of_person: 'on transfer_drafts (person, updated_at desc)',
    transfer_drafts_of_customer: `on transfer_drafts (customer_fingerprint) where customer_fingerprint <> ''::bytea`,
    transfer_drafts_old: 'on transfer_drafts (updated_at)',
    transfer_drafts_draft_sealed_key:
      'on transfer_drafts (sealing_key_id(draft_sealed)) where sealing_key_id(draft_sealed) is not null',
  },
}
