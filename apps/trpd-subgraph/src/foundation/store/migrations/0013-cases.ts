import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

const STATUSES = sql`('NEW', 'IN_REVIEW', 'ON_HOLD', 'WAITING_FOR_DATA', 'CLOSED')`
const isFinished = (row: 'old' | 'new') => {
  const columns = ['status', 'direction', 'archived_at', 'delivery_state', 'delivery_kind', 'tx_hash']
  return sql.raw(`transfer_folder(${columns.map((column) => `${row}.${column}`).join(', ')}) = 'ARCHIVE'`)
}
const PRIORITIES = sql`('LOW', 'NORMAL', 'HIGH', 'URGENT')`

/**
 * The case of each transfer and its changes.
 *
 * Triggers open cases, and close and reopen those that no officer has touched, because during an upgrade,
 * processes that do not know cases insert and change transfers too. Existing transfers get their cases in the
 * background: see `fillCases`.
 */
export const casesMigration: Migration = {
  expands: true,
  async up(db) {
    await sql`
      create table cases (
        transfer_id uuid primary key references transfers on delete cascade,
        version integer not null default 1,
        status text not null check (status in ${STATUSES}),
        assignee text,
        priority text not null default 'NORMAL' check (priority in ${PRIORITIES}),
        due_at timestamptz,
        paused_by text,
        paused_at timestamptz,
        pause_sealed bytea,
        opened_at timestamptz not null,
        updated_at timestamptz not null
      )`.execute(db)
    await sql`
      create table case_changes (
        transfer_id uuid not null references cases on delete cascade,
        version integer not null,
        event text not null,
        actor_type text not null,
        actor_id text not null,
        status text not null check (status in ${STATUSES}),
        assignee text,
        priority text not null check (priority in ${PRIORITIES}),
        due_at timestamptz,
        mentions jsonb not null,
        text_sealed bytea,
        at timestamptz not null,
        primary key (transfer_id, version)
      )`.execute(db)
    await sql`
      create function save_untouched_case() returns trigger language plpgsql as $$
      begin
        insert into cases (transfer_id, status, opened_at, updated_at) values (
          new.id,
          case when ${isFinished('new')} then 'CLOSED' else 'NEW' end,
          new.created_at, new.created_at)
        on conflict (transfer_id) do update set status = excluded.status where cases.version = 1;
        return null;
      end $$;
      create trigger transfers_open_case after insert on transfers
        for each row execute function save_untouched_case();
      create trigger transfers_settle_case after update on transfers for each row
        when ((${isFinished('old')}) <> (${isFinished('new')})) execute function save_untouched_case()`.execute(db)
    await sql`create table case_backfill (sequence bigint not null)`.execute(db)
    // The trigger above holds a lock that blocks inserts of transfers until this transaction commits.
    await sql`
      insert into case_backfill select sequence from transfers order by sequence desc limit 1`.execute(db)
  },
  indexes: {
    cases_open: `on cases (status, assignee) where status <> 'CLOSED'`,
    cases_by_assignee: 'on cases (assignee) where assignee is not null',
    cases_by_priority: `on cases (priority) where priority <> 'NORMAL'`,
    cases_by_due: `on cases (due_at) where due_at is not null and status <> 'CLOSED'`,
    cases_by_opening: `on cases (opened_at) where due_at is null and status <> 'CLOSED'`,
  },
}
