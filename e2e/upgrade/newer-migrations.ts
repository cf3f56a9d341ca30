import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** Adds only what the older version can leave out. */
const expand: Migration = {
  expands: true,
  async up(db) {
    await sql`alter table outbox add column trace text not null default ''`.execute(db)
  },
}

/** Drops something that the older version may use. */
const contract: Migration = {
  async up(db) {
    await sql`alter table outbox drop column trace`.execute(db)
  },
}

/** Migrations that a later version adds. */
export const expandingMigrations = { '9998-expand': expand }
export const contractingMigrations = { ...expandingMigrations, '9999-contract': contract }
