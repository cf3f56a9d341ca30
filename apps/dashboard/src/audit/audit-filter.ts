import type { AuditLogFilter } from '../api/operations.generated.ts'
import { midnightOf } from '../language/zoned-time.ts'

/** The filter of the audit log. It is the query of the page's URL, so that it can be shared and bookmarked. */
export interface AuditFilter {
  /** Type of the event; empty for any. */
  readonly type: string
  readonly subjectType: string
  readonly subjectId: string
  readonly actorId: string
  /** First and last day, such as `2026-01-31`; empty without a limit. */
  readonly from: string
  readonly to: string
}

export const NO_FILTER: AuditFilter = { type: '', subjectType: '', subjectId: '', actorId: '', from: '', to: '' }
export const FIELD_LENGTH_MAX = 256

/** The parameter of each field. */
const PARAMETERS = {
  type: 'type',
  subjectType: 'subject',
  subjectId: 'id',
  actorId: 'actor',
  from: 'from',
  to: 'to',
} as const

/** Reads the filter from a query. Ignores invalid dates, so that no link leads to an error. */
export function readAuditFilter(query: URLSearchParams): AuditFilter {
  const read = (field: keyof AuditFilter) => (query.get(PARAMETERS[field]) ?? '').trim().slice(0, FIELD_LENGTH_MAX)
  return {
    type: read('type'),
    subjectType: read('subjectType'),
    subjectId: read('subjectId'),
    actorId: read('actorId'),
    from: dayOf(read('from')),
    to: dayOf(read('to')),
  }
}

/** The query of a filter; empty when it lists everything. */
export function writeAuditFilter(filter: AuditFilter): string {
  const query = new URLSearchParams()
  for (const field of Object.keys(PARAMETERS) as (keyof AuditFilter)[]) {
    const value = filter[field].trim()
    if (value !== '') query.set(PARAMETERS[field], value)
  }
  return query.toString()
}

/** The filter for the API: days begin and end at midnight in `timeZone`, and the last one is included. */
export function apiAuditFilter(
  { type, subjectType, subjectId, actorId, from, to }: AuditFilter,
  timeZone: string,
): AuditLogFilter {
  return {
    ...(type !== '' && { types: [type] }),
    ...(subjectType !== '' && { subjectType }),
    ...(subjectId !== '' && { subjectId }),
    ...(actorId !== '' && { actorId }),
    ...(from !== '' && { from: midnightOf(from, 0, timeZone) }),
    ...(to !== '' && { to: midnightOf(to, 1, timeZone) }),
  }
}

/** Returns `day` if it exists in the calendar. */
function dayOf(day: string): string {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(day)) return ''
  const ms = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== day ? '' : day
}
