import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** Distinguishes a pause of a VASP from the time reserved for its probing attempt. */
export const breakerProbesMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`alter table circuit_breakers add column probing boolean not null default false`.execute(db)
  },
}
