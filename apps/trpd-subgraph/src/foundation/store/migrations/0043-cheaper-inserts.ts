import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

/**
 * Removes unnecessary work from the insert of a transfer.
 *
 * For each statement, PostgreSQL planned a SQL function anew for every index that calls it, so
 * `sealing_key_id` is now in PL/pgSQL; its results, and therefore its indexes, are the same. A new transfer
 * has no case with which its case could conflict, and most inquiries have no gaps to look for.
 */
export const cheaperInsertsMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      create or replace function sealing_key_id(sealed bytea) returns text language plpgsql immutable strict parallel safe as $$
      begin
        return case
          when length(sealed) > 2 and get_byte(substring(sealed from 1 for 1), 0) = 1
          then encode(substring(sealed from 3 for get_byte(substring(sealed from 2 for 1), 0)), 'escape')
        end;
      end $$`.execute(db)
    await sql`
      create or replace function save_untouched_case() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into cases (transfer_id, status, opened_at, updated_at) values (
            new.id, case when ${FINISHED} then 'CLOSED' else 'NEW' end, new.created_at, new.created_at);
        else
          insert into cases (transfer_id, status, opened_at, updated_at) values (
            new.id, case when ${FINISHED} then 'CLOSED' else 'NEW' end, new.created_at, new.created_at)
          on conflict (transfer_id) do update set status = excluded.status where cases.version = 1;
        end if;
        return null;
      end $$`.execute(db)
    await sql`
      create or replace function count_inquiry_failures() returns trigger language plpgsql as $$
      declare
        inquiry record;
      begin
        select date_trunc('month', created_at at time zone 'UTC')::date as month, vasp_id,
          direction = 'RECEIVED' and channel = 'TRP' as is_received, not ivms101_issues @? ${GAPS} as is_complete
        into inquiry from transfers where id = new.transfer_id;
        if inquiry.is_received and inquiry.is_complete and not new.results @? ${WARNED} then
          insert into vasp_failure_changes (month, vasp_id, kind, change)
          values (inquiry.month, inquiry.vasp_id, 'INQUIRY_RECEIVED', 1);
        elsif inquiry.is_received then
          insert into vasp_failure_changes (month, vasp_id, kind, change)
          select inquiry.month, inquiry.vasp_id, failure, 1
          from transfers as transfer cross join inquiry_failures(transfer, new.results) as failure
          where transfer.id = new.transfer_id;
        end if;
        return null;
      end $$`.execute(db)
  },
  indexes: {
    // Kept counts have replaced the first, and no statement looks up transfers by their entry.
    transfers_undelivered: null,
    transfers_address_book_entry: null,
  },
}

const FINISHED = sql.raw(
  `transfer_folder(new.status, new.direction, new.archived_at, new.delivery_state, new.delivery_kind, new.tx_hash) = 'ARCHIVE'`,
)

/** JSON path of the issues that `inquiry_failures` counts as gaps. */
const GAPS = sql.raw(`'$[*] ? (!(@.path == "beneficiaryVASP.beneficiaryVASP" && @.constraint == "REQUIRED"))'`)
/** JSON path of the results that `inquiry_failures` counts as gaps. */
const WARNED = sql.raw(
  `'$[*] ? ((@.check == "IVMS101_COMPLETENESS" || @.check == "MEANINGFUL_NAMES") && (@.verdict == "WARN" || @.verdict == "FAIL"))'`,
)
