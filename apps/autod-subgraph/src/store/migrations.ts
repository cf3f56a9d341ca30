import { feedCursorEpochMigration, feedCursorMigration } from '@travel-rule/database/feed-consumer'
import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/** Creates the audit log, the end of its chain, and the trigger that makes it append-only. */
const auditLogMigration: Migration = {
  async up(db) {
    await sql`
      create table audit_log (
        sequence bigint primary key,
        source text not null,
        source_position bigint,
        event_id text not null,
        type text not null,
        subject_type text not null,
        subject_id text not null,
        actor_type text not null check (actor_type in ('USER', 'SYSTEM', 'COUNTERPARTY', 'CUSTOMER')),
        actor_id text not null,
        actor_name text,
        at timestamptz not null,
        detail jsonb not null,
        transaction_id text,
        vasp_id text,
        previous_hash bytea not null check (length(previous_hash) = 32),
        hash bytea not null check (length(hash) = 32),
        unique (source, event_id),
        unique (source, source_position)
      )`.execute(db)
    await sql`create index audit_log_subject on audit_log (subject_id, sequence desc)`.execute(db)
    await sql`create index audit_log_actor on audit_log (actor_id, sequence desc)`.execute(db)
    await sql`create index audit_log_type on audit_log (type, sequence desc)`.execute(db)
    await sql`create index audit_log_at on audit_log (at)`.execute(db)
    await sql`
      create index audit_log_transaction on audit_log (transaction_id, sequence desc)
      where transaction_id is not null`.execute(db)
    await sql`create index audit_log_vasp on audit_log (vasp_id, sequence desc) where vasp_id is not null`.execute(db)
    await sql`
      create function refuse_audit_log_change() returns trigger language plpgsql as
      $$ begin raise exception 'the audit log is append-only'; end $$`.execute(db)
    await sql`
      create trigger audit_log_append_only before update or delete or truncate on audit_log
      for each statement execute function refuse_audit_log_change()`.execute(db)
    await sql`
      create table audit_chain (
        singleton boolean primary key default true check (singleton),
        sequence bigint not null,
        hash bytea not null check (length(hash) = 32)
      )`.execute(db)
    await sql`insert into audit_chain (sequence, hash) values (0, decode(repeat('00', 32), 'hex'))`.execute(db)
  },
}

/** Creates the tables of users seen and of the organisation's settings. */
const organisationMigration: Migration = {
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

/** Adds the version of each entry's hash, and the epoch that it covers since version 2. */
const entryVersionMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      alter table audit_log
        add column version smallint not null default 1 check (version in (1, 2)),
        add column source_epoch text check (version > 1 or source_epoch is null)`.execute(db)
  },
}

/**
 * Lets a position occur once in each epoch of its feed, and gives each cursor the event at which it
 * is.
 */
const feedEpochMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`alter table audit_log drop constraint audit_log_source_source_position_key`.execute(db)
    await sql`
      create unique index audit_log_source_position
      on audit_log (source, source_position, (coalesce(source_epoch, '')))`.execute(db)
    await feedCursorEpochMigration.up(db)
    await sql`
      update feed_cursor set event_id = audit_log.event_id, event_position = position from audit_log
      where audit_log.source = feed_cursor.source and audit_log.source_position = feed_cursor.position`.execute(db)
  },
}

/** The migrations of autod, by name, in their order. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-feed-cursor': feedCursorMigration,
  '0002-audit-log': auditLogMigration,
  '0003-organisation': organisationMigration,
  '0004-entry-version': entryVersionMigration,
  '0005-feed-epoch': feedEpochMigration,
}
