import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** Check results, and the amounts up to which inquiries of a VASP are approved automatically. */
export const checkRunsMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      create table check_runs (
        id bigint generated always as identity primary key,
        transfer_id uuid not null references transfers on delete cascade,
        cause text not null,
        requested_by text,
        results jsonb not null,
        evidence_sealed bytea not null
      )`.execute(db)
    await sql`create index check_runs_transfer on check_runs (transfer_id, id desc)`.execute(db)
    await sql`alter table vasps add column auto_approve_limits jsonb not null default '{}'`.execute(db)
  },
  indexes: {
    // A travel address may exceed the maximum size of a B-tree entry.
    transfers_by_travel_address: 'on transfers (left(travel_address, 1024), created_at desc, sequence desc)',
    transfers_travel_address: null,
  },
}
