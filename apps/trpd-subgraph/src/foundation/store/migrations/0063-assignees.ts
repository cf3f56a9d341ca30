import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** The people to whom cases can be assigned. */
export const assigneesMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`create table assignees (person text primary key, seen_at timestamptz not null)`.execute(db)
  },
}
