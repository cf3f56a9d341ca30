import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/**
 * The screening that `retry_at` belongs to. A process that does not know the column leaves it null, or as an
 * earlier screening set it.
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
