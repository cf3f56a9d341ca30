import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** What is learned about asset identifiers, and the deviations of received messages. */
export const assetIdentifiersMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`alter table vasps add column learned_identifiers jsonb not null default '{}'`.execute(db)
    await sql`alter table transfers add column deviations jsonb not null default '[]'`.execute(db)
  },
}
