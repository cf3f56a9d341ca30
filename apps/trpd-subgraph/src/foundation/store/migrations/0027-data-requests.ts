import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** Requests for data about the other party of a transfer, and what was received. */
export const dataRequestsMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      create table data_requests (
        id uuid primary key,
        transfer_id uuid not null references transfers on delete cascade,
        state text not null check (state in ('OPEN', 'RECEIVED', 'WITHDRAWN')),
        party text not null check (party in ('ORIGINATOR', 'BENEFICIARY')),
        fields jsonb not null,
        link_number integer not null,
        token_sha256 bytea not null unique,
        request_sealed bytea not null,
        mail text check (mail in ('QUEUED', 'SENT', 'FAILED')),
        mistakes integer not null,
        requested_by text not null,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        settled_at timestamptz,
        form text check (form in ('FORM', 'FILE')),
        applied boolean,
        issues jsonb,
        response_sealed bytea,
        check ((state = 'RECEIVED') = (response_sealed is not null))
      )`.execute(db)
    await sql`create index data_requests_by_transfer on data_requests (transfer_id, created_at)`.execute(db)
  },
}
