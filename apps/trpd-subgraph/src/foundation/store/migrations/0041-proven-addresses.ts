import { feedCursorEpochMigration, feedCursorMigration } from '@travel-rule/database/feed-consumer'
import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** The addresses that aopd has verified, by keyed hash, and how far its feed was read. */
export const provenAddressesMigration: Migration = {
  expands: true,
  async up(db) {
    await feedCursorMigration.up(db)
    await feedCursorEpochMigration.up(db)
    await sql`create table proof_feed (source text primary key, caught_up_at timestamptz not null)`.execute(db)
    await sql`
      create table proven_addresses (
        proof_id text primary key,
        address_fingerprint bytea not null,
        customer_fingerprint bytea,
        transaction_id text,
        method text not null,
        verified_at timestamptz not null,
        revoked_at timestamptz
      )`.execute(db)
    await sql`create index proven_addresses_by_address on proven_addresses (address_fingerprint)`.execute(db)
  },
}
