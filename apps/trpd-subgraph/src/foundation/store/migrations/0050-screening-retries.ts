import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** When a transfer is screened again without a list change. */
export const screeningRetriesMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`alter table transfer_screenings add column retry_at timestamptz`.execute(db)
    await sql`update transfer_screenings set retry_at = screened_at where verdict = 'UNKNOWN'`.execute(db)
    // A screening stored by a process that does not know the column is repeated by one that does.
    await sql`alter table transfer_screenings alter column retry_at set default now()`.execute(db)
  },
  indexes: {
    transfer_screenings_retry: 'on transfer_screenings (retry_at) where retry_at is not null',
    transfer_screenings_unknown: null,
  },
}
