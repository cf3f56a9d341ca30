import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

const FACETS = sql.raw(`
  month date not null,
  vasp_id uuid not null,
  kind text not null`)

/**
 * Counts of failures of VASPs to provide data, maintained by triggers like those of 0029, and the measures
 * taken. The counts start three months ago, so that the migration reads only that part of the history.
 */
export const vaspMeasuresMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      create table vasp_measures (
        id uuid primary key,
        vasp_id uuid not null references vasps,
        kind text not null,
        taken_at timestamptz not null,
        deadline timestamptz,
        note_sealed bytea,
        recorded_by text not null,
        recorded_at timestamptz not null
      )`.execute(db)
    await sql`create index vasp_measures_listed on vasp_measures (vasp_id, taken_at desc, recorded_at desc, id)`.execute(
      db,
    )
    await failureCounts.execute(db)
    // The triggers hold locks that block changes of transfers until this transaction commits.
    await countWhatExists.execute(db)
  },
}

/** A missing beneficiary VASP is not counted: the inquiry was sent to our travel address. */
const failureCounts = sql`
  create table vasp_failure_counts (${FACETS}, count bigint not null, primary key (month, vasp_id, kind));
  create table vasp_failure_changes (
    id bigint generated always as identity primary key, ${FACETS}, change integer not null);
  create function inquiry_failures(transfer transfers, results jsonb) returns setof text
  language sql immutable parallel safe as $$
    with gaps as (
      select issue ->> 'constraint' as gap from jsonb_array_elements(transfer.ivms101_issues) as issue
      where issue ->> 'path' <> 'beneficiaryVASP.beneficiaryVASP' or issue ->> 'constraint' <> 'REQUIRED'
      union
      select result ->> 'check' from jsonb_array_elements(results) as result
      where result ->> 'check' in ('IVMS101_COMPLETENESS', 'MEANINGFUL_NAMES') and result ->> 'verdict' in ('WARN', 'FAIL')
    )
    select 'INQUIRY_RECEIVED' where transfer.direction = 'RECEIVED' and transfer.channel = 'TRP'
    union all select 'INQUIRY_WITH_GAPS'
    where transfer.direction = 'RECEIVED' and transfer.channel = 'TRP' and exists (select from gaps)
    union all select 'GAP ' || gap from gaps where transfer.direction = 'RECEIVED' and transfer.channel = 'TRP'
  $$;
  create function inquiry_progress(entry transfer_history) returns text
  language sql stable as $$
    select case when entry.event = 'transfer.inquired' then 'INQUIRY_SENT' else 'INQUIRY_UNANSWERED' end
    where entry.event = 'transfer.inquired' or entry.event = 'transfer.expired' and not exists (
      select from transfer_history as earlier
      where earlier.transfer_id = entry.transfer_id and earlier.event in ('transfer.approved', 'transfer.received'))
  $$;
  create function count_inquiry_failures() returns trigger language plpgsql as $$
  begin
    insert into vasp_failure_changes (month, vasp_id, kind, change)
    select date_trunc('month', transfer.created_at at time zone 'UTC')::date, transfer.vasp_id, failure, 1
    from transfers as transfer cross join inquiry_failures(transfer, new.results) as failure
    where transfer.id = new.transfer_id;
    return null;
  end $$;
  create function count_inquiry_progress() returns trigger language plpgsql as $$
  begin
    insert into vasp_failure_changes (month, vasp_id, kind, change)
    select date_trunc('month', new.updated_at at time zone 'UTC')::date, vasp_id, kind, 1
    from inquiry_progress(new) as kind, transfers where id = new.transfer_id and kind is not null and vasp_id is not null;
    return null;
  end $$;
  create trigger check_runs_counted after insert on check_runs for each row
    when (new.cause = 'INQUIRY') execute function count_inquiry_failures();
  create trigger transfer_history_progress after insert on transfer_history for each row
    when (new.event in ('transfer.inquired', 'transfer.expired')) execute function count_inquiry_progress()`

const FIRST = sql.raw(`date_trunc('month', now(), 'UTC') - interval '3 months'`)

const countWhatExists = sql`
  insert into vasp_failure_counts (month, vasp_id, kind, count)
  select date_trunc('month', transfer.created_at at time zone 'UTC')::date, transfer.vasp_id, failure, count(*)
  from transfers as transfer
    join check_runs as run on run.transfer_id = transfer.id and run.cause = 'INQUIRY'
    cross join inquiry_failures(transfer, run.results) as failure
  where transfer.created_at >= ${FIRST} group by 1, 2, 3;
  insert into vasp_failure_counts (month, vasp_id, kind, count)
  select date_trunc('month', entry.updated_at at time zone 'UTC')::date, transfers.vasp_id, kind, count(*)
  from transfer_history as entry
    join transfers on transfers.id = entry.transfer_id
    cross join inquiry_progress(entry) as kind
  where entry.event in ('transfer.inquired', 'transfer.expired') and entry.updated_at >= ${FIRST}
    and kind is not null and transfers.vasp_id is not null
  group by 1, 2, 3`
