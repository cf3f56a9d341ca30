import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** The messages of a transfer, exactly as received and sent, for evidence. */
export const transferMessagesMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      create table transfer_messages (
        transfer_id uuid not null references transfers on delete cascade,
        direction text not null check (direction in ('RECEIVED', 'SENT')),
        kind text not null,
        request_identifier uuid not null,
        message_sealed bytea not null,
        at timestamptz not null,
        primary key (transfer_id, direction, kind, request_identifier)
      )`.execute(db)
  },
}
