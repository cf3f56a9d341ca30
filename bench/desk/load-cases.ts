import { openDatabase } from '@travel-rule/database/database'
import { migrations } from '@travel-rule/trpd-subgraph/foundation/store/migrations'
import type { BenchTrpd } from '../trpd/bench-trpd.ts'

/** The person who makes the requests, and to whom some of the cases are assigned. */
export const OFFICER = 'bench'
const OFFICERS = 20
const RULES = 30

/**
 * Gives every transfer of `loadTransfers` its case, open for unfinished transfers, and counts what happened to them as
 * the triggers would have: the oldest counts first.
 */
export async function loadCases({ databaseUrl }: BenchTrpd): Promise<void> {
  const options = { url: databaseUrl, migrations, applicationName: 'bench', statementTimeoutMs: 3_600_000 }
  await using database = await openDatabase(options)
  const { pool } = database
  await pool.query(
    `insert into cases (transfer_id, status, assignee, priority, due_at, opened_at, updated_at)
    select id,
      case when folder = 'ARCHIVE' then 'CLOSED' when dice < 0.5 then 'NEW' when dice < 0.9 then 'IN_REVIEW'
        when dice < 0.95 then 'ON_HOLD' else 'WAITING_FOR_DATA' end,
      case when dice >= 0.5 then case when officer = 0 then $1 else 'officer-' || officer end end,
      case when urgency < 0.9 then 'NORMAL' when urgency < 0.95 then 'HIGH' when urgency < 0.98 then 'LOW' else 'URGENT' end,
      case when urgency > 0.8 then created_at + interval '3 days' end, created_at, created_at
    from (
      select id, created_at, transfer_folder(status, direction, archived_at, delivery_state, delivery_kind, tx_hash) as folder,
        random() as dice, random() as urgency, floor(random() * $2::int)::int as officer
      from transfers) as transfer`,
    [OFFICER, OFFICERS],
  )
  await pool.query(
    `insert into event_counts (day, direction, event, actor_type, actor_id, count)
    select day, direction, event, actor_type, case actor_type when 'USER' then 'officer-' || who end, count(*)
    from (
      select (created_at at time zone 'UTC')::date as day, direction, unnest(array[
          case direction when 'SENT' then 'transfer.inquired' else 'transfer.received' end, 'transfer.approved', 'transfer.confirmed']) as event,
        unnest(array['COUNTERPARTY', case when random() < 0.5 then 'USER' else 'SYSTEM' end, 'COUNTERPARTY']) as actor_type,
        floor(random() * $1::int)::int as who
      from transfers) as happened
    group by 1, 2, 3, 4, 5 order by 1`,
    [OFFICERS],
  )
  await pool.query(
    `insert into rule_counts (day, name, action, count)
    select (created_at at time zone 'UTC')::date, 'rule-' || floor(random() * $1::int)::int, 'APPROVE', count(*)
    from transfers where direction = 'RECEIVED' group by 1, 2 order by 1`,
    [RULES],
  )
  await pool.query(
    `insert into response_counts (month, vasp_id, decided_by, bucket, count)
    select date_trunc('month', created_at at time zone 'UTC')::date, vasp_id,
      case direction when 'SENT' then 'COUNTERPARTY' when 'RECEIVED' then (array['PERSON', 'SERVICE'])[1 + floor(random() * 2)::int] end,
      response_bucket(exp(random() * 14)), count(*)
    from transfers group by 1, 2, 3, 4 order by 1`,
  )
  await pool.query(`
    insert into response_totals (month, vasp_id, count)
    select month, vasp_id, sum(count) from response_counts group by month, vasp_id order by 1`)
}

/** Collects the statistics that a running server would have, once the indexes exist. */
export async function analyzeCases({ databaseUrl }: BenchTrpd): Promise<void> {
  await using database = await openDatabase({
    url: databaseUrl,
    migrations,
    applicationName: 'bench',
    statementTimeoutMs: 3_600_000,
  })
  for (const table of [
    'cases',
    'case_counts',
    'case_hours',
    'case_count_changes',
    'event_counts',
    'response_counts',
    'response_totals',
    'rule_counts',
  ])
    await database.pool.query(`vacuum (analyze) ${table}`)
}
