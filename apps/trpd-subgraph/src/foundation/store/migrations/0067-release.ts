import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/**
 * The data versions that checks ran on, and the findings that people have accepted. Triggers maintain the
 * version of the data that checks read, so that processes of older versions increase it too, and make the
 * screenings of a renamed VASP outdated.
 */
export const releaseMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`alter table transfers add column data_version integer not null default 1`.execute(db)
    await sql`alter table check_runs add column data_version integer`.execute(db)
    await sql`
      alter table transfer_screenings add column data_version integer, add column finding text`.execute(db)
    await sql`
      create table accepted_findings (
        transfer_id uuid not null references transfers on delete cascade,
        finding text not null,
        check_name text not null,
        verdict text not null,
        accepted_by text not null,
        accepted_at timestamptz not null,
        primary key (transfer_id, finding, accepted_by)
      )`.execute(db)
    await sql`
      create function raise_data_version() returns trigger language plpgsql as $$
      begin
        new.data_version := new.version;
        return new;
      end $$`.execute(db)
    await sql`
      create trigger transfers_data_version before update on transfers for each row
      when (old.address is distinct from new.address or old.amount_unit is distinct from new.amount_unit)
      execute function raise_data_version()`.execute(db)
    await sql`
      create function note_data_version() returns trigger language plpgsql as $$
      begin
        update transfers set data_version = new.version where id = new.transfer_id;
        return null;
      end $$`.execute(db)
    await sql`
      create trigger transfer_history_data_version after insert on transfer_history for each row
      when (new.event in ('transfer.corrected', 'transfer.data_completed'))
      execute function note_data_version()`.execute(db)
    // The name of the VASP is screened with each transfer. The screening job finds what must be screened
    // again.
    await sql`
      create function outdate_screenings() returns trigger language plpgsql as $$
      begin
        update transfer_screenings set data_version = 0, retry_at = screened_at, retry_for = screened_at
        from transfers
        where transfers.id = transfer_screenings.transfer_id and transfers.vasp_id = new.id
          and transfers.status in ('BLOCKED', 'PENDING', 'APPROVED', 'FAILED');
        return null;
      end $$`.execute(db)
    await sql`
      create trigger vasps_outdate_screenings after update on vasps for each row
      when (old.name is distinct from new.name) execute function outdate_screenings()`.execute(db)
  },
}
