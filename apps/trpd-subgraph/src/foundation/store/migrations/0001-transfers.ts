import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATE_COLUMNS = sql`
  version integer not null,
  status text not null check (status in ('BLOCKED', 'PENDING', 'APPROVED', 'CONFIRMED', 'DECLINED', 'CANCELED', 'EXPIRED', 'FAILED')),
  holds jsonb not null,
  amount_unit text check (amount_unit in ('WHOLE', 'BASE')),
  address text,
  tx_hash text,
  reason_sealed bytea,
  expires_at timestamptz,
  decided_by text,
  archived_at timestamptz,
  delivery_state text not null check (delivery_state in ('NONE', 'QUEUED', 'IN_FLIGHT', 'DELIVERED', 'RETRYING', 'FAILED')),
  delivery_kind text check (delivery_kind in ('INQUIRY', 'RESOLUTION', 'CONFIRMATION', 'CANCELLATION')),
  delivery_attempts integer not null,
  delivery_next_attempt_at timestamptz,
  delivery_problem_sealed bytea,
  updated_at timestamptz not null`

/** Creates every table of trpd except the outbox. */
export const transfersMigration: Migration = {
  async up(db) {
    await sql`
      create table vasps (
        id uuid primary key,
        version integer not null,
        name text not null,
        lei text,
        url text,
        host text unique,
        trust text not null check (trust in ('UNTRUSTED', 'TRUSTED', 'BLOCKED')),
        trust_note text,
        auto_approve boolean not null,
        wire_profile jsonb not null,
        api_version text,
        downgraded_to text,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`.execute(db)
    await sql`create index vasps_lei on vasps (lei) where lei is not null`.execute(db)
    await sql`create index vasps_name on vasps (lower(name), id)`.execute(db)
    await sql`
      create table address_book (
        id uuid primary key,
        version integer not null,
        token_sha256 bytea not null unique,
        travel_address text not null unique,
        asset_id text not null,
        address text,
        active boolean not null,
        personal_sealed bytea not null,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`.execute(db)
    await sql`create index address_book_created on address_book (created_at desc, id)`.execute(db)
    await sql`
      create table transfers (
        sequence bigint generated always as identity unique,
        id uuid primary key,
        direction text not null check (direction in ('SENT', 'RECEIVED')),
        request_identifier uuid not null,
        asset_id text not null,
        amount text not null,
        travel_address text not null,
        vasp_id uuid not null references vasps,
        address_book_entry_id uuid references address_book,
        protocol_version text not null,
        ivms101_issues jsonb not null,
        private_sealed bytea not null,
        created_at timestamptz not null,
        ${STATE_COLUMNS}
      )`.execute(db)
    await sql`create unique index transfers_sent_request on transfers (request_identifier) where direction = 'SENT'`.execute(
      db,
    )
    await sql`create index transfers_vasp on transfers (vasp_id, status)`.execute(db)
    await sql`create index transfers_status on transfers (status, sequence desc)`.execute(db)
    await sql`
      create table transfer_history (
        transfer_id uuid not null references transfers on delete cascade,
        event text not null,
        actor_type text not null,
        actor_id text not null,
        ${STATE_COLUMNS},
        primary key (transfer_id, version)
      )`.execute(db)
    await sql`
      create table deliveries (
        id uuid primary key,
        transfer_id uuid not null references transfers on delete cascade,
        kind text not null check (kind in ('INQUIRY', 'RESOLUTION', 'CONFIRMATION', 'CANCELLATION')),
        request_identifier uuid not null,
        message_sealed bytea not null,
        tries integer not null,
        created_at timestamptz not null,
        unique (transfer_id, kind)
      )`.execute(db)
    await sql`
      create table callback_tokens (
        token_sha256 bytea primary key,
        transfer_id uuid not null references transfers on delete cascade,
        purpose text not null check (purpose in ('RESOLUTION', 'CONFIRMATION')),
        created_at timestamptz not null
      )`.execute(db)
    await sql`
      create table inbound_messages (
        counterparty text not null,
        request_identifier text not null,
        kind text not null check (kind in ('INQUIRY', 'RESOLUTION', 'CONFIRMATION')),
        answer_sealed bytea,
        received_at timestamptz not null,
        primary key (counterparty, request_identifier, kind)
      )`.execute(db)
  },
}
