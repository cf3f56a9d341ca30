import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** Reviewed reasons for counterparties, and decisions that wait for a second person. */
export const decisionsMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      create table counterparty_reasons (
        id text primary key,
        version integer not null,
        text text not null,
        retired boolean not null,
        updated_at timestamptz not null
      )`.execute(db)
    await sql`
      alter table cases
        add column proposed_by text,
        add column proposal_expires_at timestamptz,
        add column proposal_sealed bytea`.execute(db)
  },
}
