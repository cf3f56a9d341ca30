import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../../foundation/store/tables.ts'

const CASE_FACETS = sql.raw('status, priority, assignee')
const EVENT_FACETS = sql.raw('day, direction, event, actor_type, actor_id')
const RESPONSE_FACETS = sql.raw('month, vasp_id, decided_by, bucket')
const FAILURE_FACETS = sql.raw('month, vasp_id, kind')
const RULE_FACETS = sql.raw('day, name, action')

/** The number of open cases by status, priority and assignee; several rows may have the same key. */
export const CASE_COUNTS = sql`(
  select ${CASE_FACETS}, count from case_counts
  union all select ${CASE_FACETS}, change from case_count_changes) as counts`

/**
 * The hours in which an open case is counted: that of its opening, and that of its due time if a person has
 * set one.
 */
const hoursOf = (from: RawBuilder<unknown>) => sql`
  select 'OPENED' as kind, date_trunc('hour', opened_at, 'UTC') as hour, change as count from ${from}
  union all
  select case when due_at is null then 'OPENED_WITHOUT_DUE' else 'DUE' end,
    date_trunc('hour', coalesce(due_at, opened_at), 'UTC'), change from ${from}`

/** The number of open cases by these hours; several rows may have the same key. */
export const CASE_HOURS = sql`(
  select kind, hour, count from case_hours
  union all ${hoursOf(sql`case_count_changes`)}) as hours`

/** The number of transfer events by day, direction, event and actor; several rows may have the same key. */
export const EVENT_COUNTS = sql`(
  select ${EVENT_FACETS}, count from event_counts
  union all select ${EVENT_FACETS}, change from event_count_changes) as events`

/**
 * The number of first decisions by month, VASP, decider and response-time bucket; several rows may have the
 * same key.
 */
export const RESPONSE_COUNTS = sql`(
  select ${RESPONSE_FACETS}, count from response_counts
  union all select ${RESPONSE_FACETS}, change from response_count_changes) as responses`

/** The number of first decisions by month and VASP; several rows may have the same key. */
export const RESPONSE_TOTALS = sql`(
  select month, vasp_id, count from response_totals
  union all select month, vasp_id, change from response_count_changes) as totals`

/**
 * The number of inquiries and of failures to provide data by month, VASP and kind; several rows may have the
 * same key.
 */
export const FAILURE_COUNTS = sql`(
  select ${FAILURE_FACETS}, count from vasp_failure_counts
  union all select ${FAILURE_FACETS}, change from vasp_failure_changes) as failures`

/** The number of decisions by day, rule and action; several rows may have the same key. */
export const RULE_COUNTS = sql`(
  select ${RULE_FACETS}, count from rule_counts
  union all select ${RULE_FACETS}, change from rule_count_changes) as decisions`

/** The counts that only grow. */
const KEPT = [
  { counts: 'rule_counts', changes: 'rule_count_changes', facets: RULE_FACETS },
  { counts: 'event_counts', changes: 'event_count_changes', facets: EVENT_FACETS },
  { counts: 'vasp_failure_counts', changes: 'vasp_failure_changes', facets: FAILURE_FACETS },
]

/**
 * Adds at most `max` changes of each kind to the kept counts, and returns the largest number of changes of a
 * kind. Until then each change is a row of its own, so that no transaction waits for another that changes the
 * same count.
 */
export async function foldDeskCounts(tx: Transaction<Tables>, max: number): Promise<number> {
  // Two folds that delete and insert the same counts in different orders would deadlock.
  await sql`select pg_advisory_xact_lock(hashtext('trpd.desk_counts'))`.execute(tx)
  const cases = await sql<Count>`
    with folded as (${taken('case_count_changes', max)}), counted as (
      insert into case_counts as kept (${CASE_FACETS}, count)
      select ${CASE_FACETS}, sum(change) from folded group by ${CASE_FACETS} having sum(change) <> 0
      on conflict (${CASE_FACETS}) do update set count = kept.count + excluded.count
    ), timed as (
      insert into case_hours as kept (kind, hour, count)
      select kind, hour, sum(count) from (${hoursOf(sql`folded`)}) as hours group by kind, hour having sum(count) <> 0
      on conflict (kind, hour) do update set count = kept.count + excluded.count
    )
    select count(*) from folded`.execute(tx)
  // Counts of past assignees and hours drop to zero.
  await sql`delete from case_counts where count = 0`.execute(tx)
  await sql`delete from case_hours where count = 0`.execute(tx)
  const responses = await sql<Count>`
    with folded as (${taken('response_count_changes', max)}), counted as (
      insert into response_counts as kept (${RESPONSE_FACETS}, count)
      select ${RESPONSE_FACETS}, sum(change) from folded group by ${RESPONSE_FACETS}
      on conflict (${RESPONSE_FACETS}) do update set count = kept.count + excluded.count
    ), totaled as (
      insert into response_totals as kept (month, vasp_id, count)
      select month, vasp_id, sum(change) from folded group by month, vasp_id
      on conflict (month, vasp_id) do update set count = kept.count + excluded.count
    )
    select count(*) from folded`.execute(tx)
  const others: bigint[] = []
  for (const { counts, changes, facets } of KEPT) {
    const { rows } = await sql<Count>`
      with folded as (${taken(changes, max)}), counted as (
        insert into ${sql.table(counts)} as kept (${facets}, count)
        select ${facets}, sum(change) from folded group by ${facets} order by ${facets}
        on conflict (${facets}) do update set count = kept.count + excluded.count
      )
      select count(*) from folded`.execute(tx)
    others.push(rows[0]?.count ?? 0n)
  }
  return Math.max(...[cases, responses].map(({ rows }) => Number(rows[0]?.count)), ...others.map(Number))
}

interface Count {
  readonly count: bigint
}

function taken(table: string, max: number): RawBuilder<unknown> {
  const changes = sql.table(table)
  return sql`delete from ${changes} where id in (select id from ${changes} order by id limit ${max}) returning *`
}
