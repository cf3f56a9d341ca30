import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** What counterparties say about themselves, and when they were asked. */
export const vaspDiscoveryMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`alter table vasps add column discovery jsonb, add column discovered_at timestamptz`.execute(db)
  },
}
