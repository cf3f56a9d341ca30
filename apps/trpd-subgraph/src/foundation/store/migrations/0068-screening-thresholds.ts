import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** The screening thresholds set by officers. Without any, the defaults apply. */
export const screeningThresholdsMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      create table screening_thresholds (
        version integer primary key,
        possible double precision not null,
        strong double precision not null,
        author text not null,
        created_at timestamptz not null
      )`.execute(db)
  },
}
