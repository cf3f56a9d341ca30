import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/**
 * Of which screening `retry_at` is: that of a process which does not know the column has none, or that of
 * an earlier one.
 */
export const plannedRetriesMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`alter table transfer_screenings add column retry_for timestamptz`.execute(db)
  },
  indexes: {
    transfer_screenings_unplanned: `on transfer_screenings (screened_at)
      where verdict <> 'PASS' and retry_for is distinct from screened_at`,
  },
}
