import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** The register's latest record of each LEI in the directory, and when it was requested. */
export const leiRecordsMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      create table lei_records (
        lei text primary key,
        record jsonb,
        retrieved_at timestamptz,
        asked_at timestamptz not null,
        problem text,
        check ((record is null) = (retrieved_at is null))
      )`.execute(db)
  },
}
