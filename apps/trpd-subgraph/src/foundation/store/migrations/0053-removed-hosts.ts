import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** Hosts removed from a VASP, to which its messages are not sent. */
export const removedHostsMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`alter table vasps add column removed_hosts jsonb not null default '[]'`.execute(db)
  },
}
