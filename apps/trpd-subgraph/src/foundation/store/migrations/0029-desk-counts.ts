import type { Migration } from '@travel-rule/database/migrate'
import { sql } from 'kysely'

const CASE_FACETS = sql.raw(`
  status text not null,
  priority text not null,
  assignee text`)
const EVENT_FACETS = sql.raw(`
  day date not null,
  direction text not null,
  event text not null,
  actor_type text not null,
  actor_id text`)
const RESPONSE_FACETS = sql.raw(`
  month date not null,
  vasp_id uuid not null,
  decided_by text not null,
  bucket smallint not null`)
const COUNTED_EVENTS = sql.raw(
  ['inquired', 'received', 'registered', 'approved', 'declined', 'confirmed', 'canceled', 'expired', 'failed']
    .map((event) => `'transfer.${event}'`)
    .join(', '),
)
/** Number of earlier months whose events and response times the migration counts. */
const MONTHS = 3
const FIRST = sql.raw(`date_trunc('month', now(), 'UTC') - interval '${MONTHS} months'`)

/**
 * Counts of open cases, of events per day, and of response times per VASP. Triggers maintain them like those
 * of transfers: each change is a row until `foldDeskCounts` adds it to the counts.
 *
 * The counts start three months ago, so that the migration reads only that part of the history.
 */
export const deskCountsMigration: Migration = {
  expands: true,
  async up(db) {
    await openCaseCounts.execute(db)
    await eventCounts.execute(db)
    await responseCounts.execute(db)
    // The triggers hold locks that block changes of cases and transfers until this transaction commits.
    await countWhatExists.execute(db)
  },
  indexes: {
    cases_open_by_opening: `on cases (opened_at) where status <> 'CLOSED'`,
  },
}

const openCaseCounts = sql`
  create table case_counts (${CASE_FACETS}, count bigint not null, unique nulls not distinct (status, priority, assignee));
  create table case_hours (
    kind text not null check (kind in ('OPENED', 'DUE', 'OPENED_WITHOUT_DUE')),
    hour timestamptz not null,
    count bigint not null,
    primary key (kind, hour)
  );
  create table case_count_changes (
    id bigint generated always as identity primary key,
    ${CASE_FACETS},
    opened_at timestamptz not null,
    due_at timestamptz,
    change integer not null
  );
  create function count_case_change() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' and old.status <> 'CLOSED' then
      insert into case_count_changes (status, priority, assignee, opened_at, due_at, change)
      values (old.status, old.priority, old.assignee, old.opened_at, old.due_at, -1);
    end if;
    if tg_op <> 'DELETE' and new.status <> 'CLOSED' then
      insert into case_count_changes (status, priority, assignee, opened_at, due_at, change)
      values (new.status, new.priority, new.assignee, new.opened_at, new.due_at, 1);
    end if;
    return null;
  end $$;
  create trigger cases_counted after insert or delete on cases
    for each row execute function count_case_change();
  create trigger cases_recounted after update on cases for each row
    when ((old.status, old.priority, old.assignee, old.opened_at, old.due_at)
      is distinct from (new.status, new.priority, new.assignee, new.opened_at, new.due_at))
    execute function count_case_change()`

const eventCounts = sql`
  create table event_counts (
    ${EVENT_FACETS}, count bigint not null, unique nulls not distinct (day, direction, event, actor_type, actor_id));
  create table event_count_changes (
    id bigint generated always as identity primary key, ${EVENT_FACETS}, change integer not null)`

/**
 * The response time is that of the first decision about an inquiry: ours from its receipt, the counterparty's
 * from when it was ready to be sent. Buckets are quarters of a power of two seconds.
 */
const responseCounts = sql`
  create table response_counts (
    ${RESPONSE_FACETS}, count bigint not null, primary key (month, vasp_id, decided_by, bucket));
  create table response_count_changes (
    id bigint generated always as identity primary key, ${RESPONSE_FACETS}, change integer not null);
  create function response_bucket(seconds double precision) returns smallint
  language sql immutable parallel safe as $$
    select least(100, floor(4 * ln(greatest(1, seconds)) / ln(2)))::smallint
  $$;
  create function response_of(decision transfer_history, out vasp_id uuid, out decided_by text, out seconds double precision)
  language plpgsql stable as $$
  declare
    transfer transfers;
    asked_at timestamptz;
  begin
    select * into transfer from transfers where id = decision.transfer_id;
    if transfer.channel <> 'TRP' or (transfer.direction = 'SENT') <> (decision.actor_type = 'COUNTERPARTY') then return; end if;
    if exists (
      select from transfer_history as earlier
      where earlier.transfer_id = decision.transfer_id and earlier.version < decision.version
        and earlier.event in ('transfer.approved', 'transfer.declined')
    ) then return; end if;
    asked_at := transfer.created_at;
    if transfer.direction = 'SENT' then
      select min(updated_at) into asked_at from transfer_history as sent
      where sent.transfer_id = decision.transfer_id and sent.status = 'PENDING';
    end if;
    vasp_id := transfer.vasp_id;
    decided_by := case decision.actor_type when 'COUNTERPARTY' then 'COUNTERPARTY' when 'USER' then 'PERSON' else 'SERVICE' end;
    seconds := extract(epoch from decision.updated_at - asked_at);
  end $$;
  create function count_history_change() returns trigger language plpgsql as $$
  declare
    response record;
  begin
    insert into event_count_changes (day, direction, event, actor_type, actor_id, change)
    select (new.updated_at at time zone 'UTC')::date, direction, new.event, new.actor_type,
      case new.actor_type when 'USER' then new.actor_id end, 1
    from transfers where id = new.transfer_id;
    if new.event in ('transfer.approved', 'transfer.declined') then
      select * into response from response_of(new);
      if response.seconds is not null then
        insert into response_count_changes (month, vasp_id, decided_by, bucket, change)
        values (date_trunc('month', new.updated_at at time zone 'UTC')::date, response.vasp_id, response.decided_by,
          response_bucket(response.seconds), 1);
      end if;
    end if;
    return null;
  end $$;
  create trigger transfer_history_counted after insert on transfer_history for each row
    when (new.event in (${COUNTED_EVENTS})) execute function count_history_change()`

const countWhatExists = sql`
  insert into case_count_changes (status, priority, assignee, opened_at, due_at, change)
  select status, priority, assignee, opened_at, due_at, 1 from cases where status <> 'CLOSED';
  insert into event_counts (day, direction, event, actor_type, actor_id, count)
  select (entry.updated_at at time zone 'UTC')::date, direction, event, actor_type,
    case actor_type when 'USER' then actor_id end, count(*)
  from transfer_history as entry join transfers on transfers.id = transfer_id
  where event in (${COUNTED_EVENTS})
    and entry.updated_at >= ${FIRST}
  group by 1, 2, 3, 4, 5;
  insert into response_counts (month, vasp_id, decided_by, bucket, count)
  select date_trunc('month', entry.updated_at at time zone 'UTC')::date, response.vasp_id, response.decided_by,
    response_bucket(response.seconds), count(*)
  from transfer_history as entry cross join response_of(entry) as response
  where event in ('transfer.approved', 'transfer.declined') and response.seconds is not null
    and entry.updated_at >= ${FIRST}
  group by 1, 2, 3, 4`
