import { type Kysely, sql } from 'kysely'
import type { CasePriority, CaseStatus } from '../../cases/domain/case.ts'
import { caseConditions } from '../../cases/store/case-filter.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { CASE_COUNTS, CASE_HOURS } from './desk-counts.ts'

/** The number of open cases with the same status, priority and assignee. */
export interface CaseGroup {
  readonly status: Exclude<CaseStatus, 'CLOSED'>
  readonly priority: CasePriority
  readonly assignee: string | undefined
  readonly count: number
}

/** All statuses except CLOSED. */
export const OPEN_STATUSES = ['NEW', 'IN_REVIEW', 'ON_HOLD', 'WAITING_FOR_DATA'] as const

/** The times by which open cases are counted, by age and due time. */
export interface CaseLimits {
  readonly openedBefore: readonly Date[]
  readonly dueBefore: readonly Date[]
  /** Time after its opening at which a case is due if it has no due time of its own. */
  readonly defaultDueSeconds: number
}

/**
 * The numbers of open cases: all of them, those opened before each time, and those due before each time, in
 * the same order.
 */
export interface OpenCases {
  /** Groups without cases are absent. */
  readonly groups: readonly CaseGroup[]
  readonly openedBefore: readonly number[]
  readonly dueBefore: readonly number[]
}

/**
 * Counts the open cases at one moment.
 *
 * The cases before a time are all cases minus those from the time on, so that only the latest hours are read
 * although some cases stay open for years. Complete hours are read from kept counts; the cases of an hour that
 * contains one of the times are counted in an index.
 */
export async function countOpenCases(
  db: Kysely<Tables>,
  { openedBefore, dueBefore, defaultDueSeconds }: CaseLimits,
): Promise<OpenCases> {
  /** When a case without a due time of its own was opened that is due at `due`. */
  const openedAt = (due: Date) => new Date(due.getTime() - defaultDueSeconds * 1_000)
  const casesFromEach = [
    ...openedBefore.map((at) => casesFrom('OPENED', at)),
    ...dueBefore.map((at) => sql`${casesFrom('DUE', at)} + ${casesFrom('OPENED_WITHOUT_DUE', openedAt(at))}`),
  ]
  const earliest = [...openedBefore, ...dueBefore.map(openedAt)].reduce((one, other) => (one < other ? one : other))
  const { rows } = await sql<{ groups: readonly StoredGroup[]; later: readonly string[] }>`
    select array[${sql.join(casesFromEach)}]::text[] as later, (
      select coalesce(jsonb_agg(each), '[]') from (
        select status, priority, assignee, sum(count) as count from ${CASE_COUNTS}
        group by status, priority, assignee having sum(count) <> 0) as each) as groups
    from ${CASE_HOURS} where hour >= ${hourOf(earliest)}::timestamptz`.execute(db)
  const [{ groups, later } = { groups: [], later: [] }] = rows
  const total = groups.reduce((sum, group) => sum + group.count, 0)
  const earlier = later.map((count) => total - Number(count))
  return {
    groups: groups.map(({ assignee, ...group }) => ({ ...group, assignee: assignee ?? undefined })),
    openedBefore: earlier.slice(0, openedBefore.length),
    dueBefore: earlier.slice(openedBefore.length),
  }
}

type StoredGroup = Omit<CaseGroup, 'assignee'> & { readonly assignee: string | null }

/**
 * Counts the open cases of a person, which are few enough to be read: all, and those due before each time.
 * Reads one status at a time: for a list of statuses, PostgreSQL would read the open cases of everyone.
 */
export async function countOwnCases(
  db: Kysely<Tables>,
  { assignee, dueBefore, defaultDueSeconds }: Omit<CaseLimits, 'openedBefore'> & { readonly assignee: string },
): Promise<{ readonly total: number; readonly dueBefore: readonly number[] }> {
  const due = dueBefore.map((to) => {
    const isDue = caseConditions({ due: { to, defaultSeconds: defaultDueSeconds } })
    return sql`count(*) filter (where ${sql.join(isDue, sql` and `)})`
  })
  const { rows } = await sql<{ counts: readonly string[] }>`
    select array[${sql.join([sql`count(*)`, ...due])}]::text[] as counts
    from unnest(${OPEN_STATUSES}::text[]) as open (status)
    cross join lateral (
      select opened_at, due_at from cases
      where cases.status <> 'CLOSED' and cases.status = open.status and assignee = ${assignee} offset 0
    ) as cases`.execute(db)
  const [total = 0, ...counts] = (rows[0]?.counts ?? []).map(Number)
  return { total, dueBefore: counts }
}

/** The number of cases from `at` on: those in `CASE_HOURS` from its hour on, minus those in its hour before `at`. */
function casesFrom(kind: 'OPENED' | 'DUE' | 'OPENED_WITHOUT_DUE', at: Date) {
  const hour = hourOf(at)
  const column = sql.ref(kind === 'DUE' ? 'dueAt' : 'openedAt')
  const due = { OPENED: sql``, DUE: sql`and due_at is not null`, OPENED_WITHOUT_DUE: sql`and due_at is null` }[kind]
  return sql`
    coalesce(sum(count) filter (where kind = ${kind} and hour >= ${hour}::timestamptz), 0) - (
      select count(*) from cases
      where status <> 'CLOSED' ${due} and ${column} >= ${hour}::timestamptz and ${column} < ${at}::timestamptz)`
}

const HOUR_MS = 3_600_000

function hourOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)
}
