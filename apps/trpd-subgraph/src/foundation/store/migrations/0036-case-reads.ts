import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** The latest changes of a transfer and its case that each person has read. */
export const caseReadsMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      create table case_reads (
        person text not null,
        transfer_id uuid not null references transfers on delete cascade,
        version integer not null,
        case_version integer not null,
        at timestamptz not null,
        primary key (person, transfer_id)
      )`.execute(db)
    await sql`create index case_reads_at on case_reads (at)`.execute(db)
    await sql`create index case_reads_transfer on case_reads (transfer_id)`.execute(db)
  },
}
