import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** Customers, and the blind index for finding transfers and customers by name. */
export const customersMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      create table customers (
        id uuid primary key,
        version integer not null,
        reference_fingerprint bytea not null unique,
        personal_sealed bytea not null,
        name_tokens bigint[] not null,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`.execute(db)
    await sql`create index customers_name on customers using gin (name_tokens)`.execute(db)
    await sql`create index customers_listed on customers (created_at desc, id)`.execute(db)
    await sql`
      create table transfer_names (
        transfer_id uuid primary key references transfers on delete cascade,
        tokens bigint[] not null
      )`.execute(db)
    await sql`create index transfer_names_tokens on transfer_names using gin (tokens)`.execute(db)
  },
}
