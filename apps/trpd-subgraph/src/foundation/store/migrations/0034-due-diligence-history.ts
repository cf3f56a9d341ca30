import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/**
 * All due-diligence records about a VASP, with their documents. A trigger keeps the history, so that it
 * includes records by older replicas.
 */
export const dueDiligenceHistoryMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      create table due_diligence_records (
        id uuid primary key,
        vasp_id uuid not null references vasps,
        findings jsonb not null,
        recorded_at timestamptz not null,
        answers_sealed bytea,
        erased_at timestamptz
      );
      create index due_diligence_records_listed on due_diligence_records (vasp_id, recorded_at desc, id);
      create table due_diligence_documents (
        id uuid primary key,
        record_id uuid not null references due_diligence_records,
        name_sealed bytea not null,
        media_type text not null,
        bytes integer not null,
        sha256 bytea not null,
        content_sealed bytea not null,
        added_by text not null,
        added_at timestamptz not null
      );
      create index due_diligence_documents_record on due_diligence_documents (record_id);
      create function identify_due_diligence() returns trigger language plpgsql as $$
      begin
        new.due_diligence := new.due_diligence || jsonb_build_object('id', gen_random_uuid());
        return new;
      end $$;
      create function keep_due_diligence() returns trigger language plpgsql as $$
      begin
        insert into due_diligence_records (id, vasp_id, findings, recorded_at)
        values ((new.due_diligence ->> 'id')::uuid, new.id, new.due_diligence, (new.due_diligence ->> 'recordedAt')::timestamptz)
        on conflict (id) do nothing;
        return null;
      end $$;
      create trigger vasps_due_diligence_identified before insert or update of due_diligence on vasps for each row
        when (new.due_diligence is not null and new.due_diligence ->> 'id' is null)
        execute function identify_due_diligence();
      create trigger vasps_due_diligence_kept after insert or update of due_diligence on vasps for each row
        when (new.due_diligence is not null) execute function keep_due_diligence();
      update vasps set due_diligence = due_diligence where due_diligence is not null`.execute(db)
  },
  indexes: Object.fromEntries(
    [
      ['due_diligence_records', 'answers_sealed'],
      ['due_diligence_documents', 'name_sealed'],
      ['due_diligence_documents', 'content_sealed'],
    ].map(([table, column]) => [
      `${table}_${column}_key`,
      `on ${table} (sealing_key_id(${column})) where sealing_key_id(${column}) is not null`,
    ]),
  ),
}
