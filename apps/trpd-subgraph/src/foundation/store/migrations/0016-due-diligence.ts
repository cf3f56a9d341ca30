import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** Officers' findings about the licence and the LEI of a VASP. */
export const dueDiligenceMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`alter table vasps add column due_diligence jsonb`.execute(db)
  },
}
