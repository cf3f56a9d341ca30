import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Case, CasePriority, CaseStatus } from '../domain/case.ts'

/** Conditions that the case of a transfer must satisfy; absent ones match every case. */
export interface CaseFilter {
  readonly statuses?: readonly CaseStatus[] | undefined
  /** Subjects of persons; `null` matches cases without an assignee. */
  readonly assignees?: readonly (string | null)[] | undefined
  readonly priorities?: readonly CasePriority[] | undefined
  readonly due?: DueRange | undefined
}

/** A range of due times. */
export interface DueRange {
  /** Earliest time, inclusive. */
  readonly from?: Date | undefined
  /** Latest time, exclusive. */
  readonly to?: Date | undefined
  /** Time after its opening at which a case is due if it has no due time of its own. */
  readonly defaultSeconds: number
}

/** True if a case satisfies `filter`. */
export function matchesCase(current: Case, { statuses, assignees, priorities, due }: CaseFilter): boolean {
  return (
    (statuses?.includes(current.status) ?? true) &&
    (assignees?.includes(current.assignee ?? null) ?? true) &&
    (priorities?.includes(current.priority) ?? true) &&
    (due === undefined || isDueWithin(current, due))
  )
}

function isDueWithin({ dueAt, openedAt }: Case, { from, to, defaultSeconds }: DueRange): boolean {
  const at = dueAt ?? new Date(openedAt.getTime() + defaultSeconds * 1_000)
  return (from === undefined || at >= from) && (to === undefined || at < to)
}

/** The conditions of `filter` on `cases`. */
export function caseConditions({ statuses, assignees, priorities, due }: CaseFilter): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = []
  // The partial indexes of open cases have this condition.
  if (statuses !== undefined && !statuses.includes('CLOSED')) conditions.push(sql`cases.status <> 'CLOSED'`)
  if (statuses !== undefined) conditions.push(sql`cases.status = any(${statuses}::text[])`)
  if (priorities !== undefined) conditions.push(sql`cases.priority = any(${priorities}::text[])`)
  if (assignees !== undefined) {
    const people = assignees.filter((assignee) => assignee !== null)
    // With `in`, even of one value, PostgreSQL does not read the index in order.
    const isOneOf =
      people.length === 1
        ? sql<SqlBool>`cases.assignee = ${people[0]}`
        : sql<SqlBool>`cases.assignee = any(${people}::text[])`
    conditions.push(assignees.includes(null) ? sql`(cases.assignee is null or ${isOneOf})` : isOneOf)
  }
  if (due !== undefined) conditions.push(sql`(${sql.join(dueAlternatives(due), sql` or `)})`)
  return conditions
}

function dueAlternatives({ from, to, defaultSeconds }: DueRange): RawBuilder<SqlBool>[] {
  const within = (column: 'dueAt' | 'openedAt', seconds: number) => {
    const bound = (at: Date) => new Date(at.getTime() - seconds * 1_000)
    const bounds: RawBuilder<SqlBool>[] = []
    if (from !== undefined) bounds.push(sql`cases.${sql.ref(column)} >= ${bound(from)}`)
    if (to !== undefined) bounds.push(sql`cases.${sql.ref(column)} < ${bound(to)}`)
    return bounds
  }
  const set = sql.join([sql<SqlBool>`cases.due_at is not null`, ...within('dueAt', 0)], sql` and `)
  const unset = sql.join([sql<SqlBool>`cases.due_at is null`, ...within('openedAt', defaultSeconds)], sql` and `)
  return [sql`(${set})`, sql`(${unset})`]
}
