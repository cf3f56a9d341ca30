import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** The results of discovery, and when it ran. */
export const vaspDiscoveryMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`alter table vasps add column discovery jsonb, add column discovered_at timestamptz`.execute(db)
  },
}
