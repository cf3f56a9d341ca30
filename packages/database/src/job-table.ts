import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import type { JobWithMetadata } from 'pg-boss'

/** Schema in which pg-boss keeps its tables. */
export const JOB_SCHEMA = 'jobs'

/** The columns of pg-boss's job table that this file reads and writes, with their types. */
export const JOB_COLUMNS = {
  id: 'uuid',
  state: 'USER-DEFINED',
  blocked: 'boolean',
  start_after: 'timestamp with time zone',
  group_id: 'text',
  data: 'jsonb',
  retry_count: 'integer',
  retry_limit: 'integer',
} as const

const DUE_MAX = 10_000

/** Number of due jobs in each queue, counted up to 10,000, and how long the oldest has been due. */
export async function countDueJobs(
  pool: pg.Pool,
  queues: readonly string[],
): Promise<{ readonly queue: string; readonly due: number; readonly ageSeconds: number }[]> {
  const due = `from ${JOB_SCHEMA}.job where name = queue and state in ('created', 'retry') and start_after <= now()`
  const { rows } = await pool.query(
    `select queue, (select count(*)::int from (select ${due} limit ${DUE_MAX}) as due) as due,
       coalesce((select extract(epoch from now() - min(start_after)) ${due}), 0)::float8 as "ageSeconds"
     from unnest($1::text[]) as queue`,
    [queues],
  )
  return rows
}

/** The queues with a job that may start now. */
export async function queuesWithDueJobs(pool: pg.Pool, queues: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ queue: string }>(
    `select queue from unnest($1::text[]) as queue where exists (
       select from ${JOB_SCHEMA}.job
       where name = queue and state < 'active' and not blocked and start_after <= now())`,
    [queues],
  )
  return new Set(rows.map(({ queue }) => queue))
}

/** Starts the group's delayed jobs whose data contains `data`, at random times within `seconds`. */
export async function startWaitingJobs<Tables>(
  db: Kysely<Tables>,
  { queue, group, data, seconds }: WaitingJobs & { readonly seconds: number },
): Promise<void> {
  const startAfter = sql`least(start_after, now() + random() * ${seconds}::float8 * interval '1 second')`
  await sql`
    update ${sql.table(`${JOB_SCHEMA}.job`)} set start_after = ${startAfter}
    where name = ${queue} and group_id = ${group} and state = 'created' and start_after > now()
      and data @> ${JSON.stringify(data)}::jsonb`.execute(db)
}

/** The jobs of a group in a queue whose data contains these fields. */
export interface WaitingJobs {
  readonly queue: string
  readonly group: string
  readonly data: object
}

/**
 * Releases claimed jobs, to be retried immediately without using up a retry.
 *
 * pg-boss has no public call for this: `fail` uses up a retry and waits. A job that another worker has claimed
 * meanwhile is not released, because each claim increases `retry_count`.
 */
export async function releaseJobs(pool: pg.Pool, jobs: readonly JobWithMetadata<object>[]): Promise<void> {
  await pool.query(
    `update ${JOB_SCHEMA}.job set state = 'retry', start_after = now(), retry_limit = retry_limit + 1
     where state = 'active' and (id, retry_count) in (select * from unnest($1::uuid[], $2::int[]))`,
    [jobs.map(({ id }) => id), jobs.map(({ retryCount }) => retryCount)],
  )
}
