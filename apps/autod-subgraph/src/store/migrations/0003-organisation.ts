import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Creates the users seen and the settings of the organisation. */
export const organisationMigration: Migration = {
  async up(db) {
    await sql`
      create table user_seen (
        id text primary key,
        name text,
        roles text[] not null default '{}',
        first_seen_at timestamptz not null,
        last_seen_at timestamptz not null
      )`.execute(db)
    await sql`create index user_seen_last on user_seen (last_seen_at desc, id)`.execute(db)
    await sql`
      create table organisation_settings (
        singleton boolean primary key default true check (singleton),
        version integer not null,
        display_name text,
        time_zone text not null,
        locale text not null,
        updated_at timestamptz not null,
        updated_by text not null
      )`.execute(db)
  },
}
