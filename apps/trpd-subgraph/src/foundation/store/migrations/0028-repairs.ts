import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** The data replaced by corrections of a transfer, and links between a transfer and its replacement. */
export const repairsMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      create table transfer_corrections (
        transfer_id uuid not null references transfers on delete cascade,
        version integer not null,
        former_sealed bytea not null,
        corrected_by text not null,
        at timestamptz not null,
        primary key (transfer_id, version)
      )`.execute(db)
    await sql`
      create table resubmissions (
        transfer_id uuid primary key references transfers on delete cascade,
        former_id uuid not null unique references transfers on delete cascade
      )`.execute(db)
  },
  indexes: {
    // Uses the function of 0031, which exists once every migration has run.
    transfer_corrections_former_sealed_key:
      'on transfer_corrections (sealing_key_id(former_sealed)) where sealing_key_id(former_sealed) is not null',
  },
}
