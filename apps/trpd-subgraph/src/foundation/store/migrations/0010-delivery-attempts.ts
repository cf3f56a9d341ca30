import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** Attempts to deliver messages, and the circuit breaker of each VASP. */
export const deliveryAttemptsMigration: Migration = {
  expands: true,
  async up(db) {
    // Null for messages queued by an earlier release, for which `created_at` counts.
    await sql`alter table deliveries add column queued_at timestamptz`.execute(db)
    await sql`
      create table delivery_attempts (
        id bigint generated always as identity primary key,
        transfer_id uuid not null references transfers on delete cascade,
        kind text not null check (kind in ('INQUIRY', 'RESOLUTION', 'CONFIRMATION', 'CANCELLATION')),
        outcome text not null,
        status integer,
        failure text,
        duration_ms integer not null,
        request_bytes integer not null,
        response_bytes integer,
        started_at timestamptz not null
      )`.execute(db)
    await sql`create index delivery_attempts_transfer on delivery_attempts (transfer_id, id desc)`.execute(db)
    await sql`
      create table circuit_breakers (
        vasp_id uuid primary key references vasps on delete cascade,
        failures integer not null,
        message_id uuid,
        open_until timestamptz
      )`.execute(db)
  },
}
