import {
  feedArrivalMigration,
  feedCursorEpochMigration,
  feedCursorMigration,
} from '@travel-rule/database/feed-consumer'
import type { Migration } from '@travel-rule/database/migrate'
import type { Privileges } from '@travel-rule/database/privileges'
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

/** Lets a position occur once per epoch of its feed, and gives each cursor the event at its position. */
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

/**
 * Creates the signed checkpoints of the chain, and lets an insert extend the chain, so that the service's
 * role needs no right to move its end.
 */
const checkpointMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      create function lock_audit_chain() returns table (sequence bigint, hash bytea)
      language sql security definer set search_path = public, pg_temp as
      $$ select sequence, hash from audit_chain for update $$`.execute(db)
    await sql`
      create function extend_audit_chain() returns trigger
      language plpgsql security definer set search_path = public, pg_temp as
      $$
      declare
        chain audit_chain%rowtype;
      begin
        select * into strict chain from audit_chain for update;
        if new.sequence <> chain.sequence + 1 or new.previous_hash <> chain.hash then
          raise exception 'entry % does not continue the audit chain, which ends with entry %', new.sequence, chain.sequence;
        end if;
        update audit_chain set sequence = new.sequence, hash = new.hash;
        return null;
      end
      $$`.execute(db)
    await sql`
      create trigger audit_log_extend_chain after insert on audit_log
      for each row execute function extend_audit_chain()`.execute(db)
    // A role that may execute it could call it from a trigger on another table.
    await sql`revoke execute on function extend_audit_chain() from public`.execute(db)
    await sql`
      create table audit_checkpoint (
        id bigint generated always as identity primary key,
        epoch uuid not null,
        sequence bigint not null,
        at timestamptz not null,
        jws text not null,
        unique (epoch, sequence)
      )`.execute(db)
    await sql`create index audit_checkpoint_sequence on audit_checkpoint (sequence)`.execute(db)
    await sql`create index audit_checkpoint_at on audit_checkpoint (at)`.execute(db)
    await sql`
      create trigger audit_checkpoint_append_only before update or delete or truncate on audit_checkpoint
      for each statement execute function refuse_audit_log_change()`.execute(db)
    await sql`
      create table audit_checkpoint_delivery (
        target text primary key,
        delivered_at timestamptz not null
      )`.execute(db)
  },
}

/** Adds the preceding event of each entry, which its hash covers since version 3. */
const previousEventMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      alter table audit_log
        drop constraint audit_log_version_check,
        add constraint audit_log_version_check check (version in (1, 2, 3)),
        add column previous_event_id text constraint audit_log_previous_event_check
          check (version > 2 or previous_event_id is null)`.execute(db)
  },
}

/** Finds entries that record reads of a transaction by what their detail names. */
const accessMigration: Migration = {
  expands: true,
  async up() {},
  indexes: {
    audit_log_accesses:
      "on audit_log using gin (string_to_array(detail ->> 'records', ' ')) where type = 'personal-data.read'",
  },
}

/** Creates people's saved views; one of a person's views may be the default. */
const savedViewMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      create table saved_view (
        id uuid primary key,
        person text not null,
        name text not null,
        query text not null,
        is_default boolean not null,
        updated_at timestamptz not null,
        unique (person, name)
      )`.execute(db)
    await sql`create unique index saved_view_default on saved_view (person) where is_default`.execute(db)
  },
}

/**
 * Seals the names and queries of saved views. Rows of older versions, which have both in plain text, are
 * sealed in the background. In a sealed row, `name` is its id, for older versions only.
 */
const sealedViewMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`alter table saved_view add column view_sealed bytea`.execute(db)
  },
}

/** The rights of the service's role on the audit log if another role owns it: append and read. */
export const privileges: Privileges = {
  audit_log: ['SELECT', 'INSERT'],
  audit_chain: ['SELECT'],
  audit_checkpoint: ['SELECT', 'INSERT'],
}

/** The migrations of autod by name, in order. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-feed-cursor': feedCursorMigration,
  '0002-audit-log': auditLogMigration,
  '0003-organisation': organisationMigration,
  '0004-entry-version': entryVersionMigration,
  '0005-feed-epoch': feedEpochMigration,
  '0006-audit-checkpoint': checkpointMigration,
  '0007-previous-event': previousEventMigration,
  '0008-accesses': accessMigration,
  '0009-saved-views': savedViewMigration,
  '0010-feed-arrival': feedArrivalMigration,
  '0011-sealed-views': sealedViewMigration,
}
