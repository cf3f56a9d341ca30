import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** Sanctions lists and what screening found. */
export const screeningMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      create table screening_lists (
        name text primary key,
        version uuid,
        published_on text,
        entries integer not null default 0,
        malformed integer not null default 0,
        malformed_rows jsonb not null default '[]',
        sha256 bytea,
        content bytea,
        loaded_at timestamptz,
        refused_code text,
        refused_reason text,
        refused_at timestamptz
      )`.execute(db)
    await sql`
      create table transfer_screenings (
        transfer_id uuid primary key references transfers on delete cascade,
        verdict text not null check (verdict in ('PASS', 'WARN', 'FAIL', 'UNKNOWN')),
        evidence_sealed bytea not null,
        lists text not null,
        screened_at timestamptz not null
      )`.execute(db)
    await sql`
      create index transfer_screenings_unknown on transfer_screenings (screened_at)
      where verdict = 'UNKNOWN'`.execute(db)
  },
}
