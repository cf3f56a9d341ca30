import type {
  CasePriority,
  CaseStatus,
  Direction,
  Folder,
  InboxRowFragment,
  TransactionFilter,
  TransactionStatus,
} from '../../api/operations.generated.ts'

/** The filter of the inbox. It is the query of the page's URL, so that it can be shared and bookmarked. */
export interface InboxFilter {
  /** `undefined`: all folders. */
  readonly folder: Folder | undefined
  readonly direction: Direction | undefined
  readonly status: TransactionStatus | undefined
  readonly caseStatus: OpenCaseStatus | typeof OPEN | undefined
  /** The assignee: `ME`, `NOBODY` for unassigned cases, or the id of a person. */
  readonly assignee: string | undefined
  /** True to list only open cases whose due time has passed. */
  readonly isOverdue: boolean
  readonly priority: CasePriority | undefined
  /** The start of an id, hash or address; empty for none. */
  readonly search: string
}

/** Who reads the inbox, and when: determines the assignee `ME` and *overdue*. */
export interface Reading {
  /** Id of the person. */
  readonly me: string
  readonly at: Date
}

/** Values of `assignee` that are not a person's id. */
export const ME = 'me'
export const NOBODY = 'nobody'
/** The `caseStatus` of all cases that are not closed. */
export const OPEN = 'OPEN'

export const NO_FILTER: InboxFilter = {
  folder: 'INBOX',
  direction: undefined,
  status: undefined,
  caseStatus: undefined,
  assignee: undefined,
  isOverdue: false,
  priority: undefined,
  search: '',
}

export const FOLDERS = ['INBOX', 'WAITING', 'ARCHIVE'] as const
export const DIRECTIONS = ['RECEIVED', 'SENT'] as const
export const STATUSES = [
  'BLOCKED',
  'PENDING',
  'APPROVED',
  'CONFIRMED',
  'DECLINED',
  'CANCELED',
  'EXPIRED',
  'FAILED',
] as const
export const CASE_STATUSES = ['NEW', 'IN_REVIEW', 'WAITING_FOR_DATA', 'ON_HOLD'] as const satisfies CaseStatus[]
type OpenCaseStatus = (typeof CASE_STATUSES)[number]
export const PRIORITIES = ['URGENT', 'HIGH', 'NORMAL', 'LOW'] as const
const ASSIGNEE_LENGTH_MAX = 256
/** The API refuses shorter searches. */
export const SEARCH_LENGTH_MIN = 4
export const SEARCH_LENGTH_MAX = 256

/** Reads the filter from a query. Ignores unknown values, so that no link leads to an error. */
export function readFilter(query: URLSearchParams): InboxFilter {
  const folder = query.get('folder') ?? 'INBOX'
  return {
    folder: folder === 'ALL' ? undefined : (oneOf(FOLDERS, folder) ?? 'INBOX'),
    direction: oneOf(DIRECTIONS, query.get('direction')),
    status: oneOf(STATUSES, query.get('status')),
    caseStatus: oneOf([...CASE_STATUSES, OPEN], query.get('case')),
    assignee: query.get('assignee')?.slice(0, ASSIGNEE_LENGTH_MAX) || undefined,
    isOverdue: query.get('due') === 'overdue',
    priority: oneOf(PRIORITIES, query.get('priority')),
    search: (query.get('q') ?? '').trim().slice(0, SEARCH_LENGTH_MAX),
  }
}

/** The query of a filter; empty for the inbox itself. */
export function writeFilter(filter: InboxFilter): string {
  const { folder, direction, status, caseStatus, assignee, isOverdue, priority, search } = filter
  const query = new URLSearchParams()
  if (folder !== 'INBOX') query.set('folder', folder ?? 'ALL')
  if (direction !== undefined) query.set('direction', direction)
  if (status !== undefined) query.set('status', status)
  if (caseStatus !== undefined) query.set('case', caseStatus)
  if (assignee !== undefined) query.set('assignee', assignee)
  if (isOverdue) query.set('due', 'overdue')
  if (priority !== undefined) query.set('priority', priority)
  if (search !== '') query.set('q', search)
  return query.toString()
}

/** The filter for the API. */
export function apiFilter(filter: InboxFilter, reading: Reading): TransactionFilter {
  const { folder, direction, status, caseStatus, assignee, isOverdue, priority, search } = filter
  return {
    ...(folder !== undefined && { folder: [folder] }),
    ...(direction !== undefined && { direction: [direction] }),
    ...(status !== undefined && { status: [status] }),
    ...(assignee !== undefined && { assignee: [assigneeId(assignee, reading)] }),
    ...(isOverdue && { caseStatus: [...CASE_STATUSES], dueTo: reading.at.toISOString() }),
    ...(caseStatus !== undefined && { caseStatus: caseStatus === OPEN ? [...CASE_STATUSES] : [caseStatus] }),
    ...(priority !== undefined && { priority: [priority] }),
    ...(search.length >= SEARCH_LENGTH_MIN && { search }),
  }
}

/** True if a new transaction is added to the list. For a search, only the row's id can be checked. */
export function isArrival(filter: InboxFilter, row: InboxRowFragment, reading: Reading): boolean {
  const { search } = filter
  return (
    staysListed(filter, row, reading) && (search.length < SEARCH_LENGTH_MIN || row.id.startsWith(search.toLowerCase()))
  )
}

/** True if a listed transaction still matches. A row found by a search is assumed to match after a change. */
export function staysListed(filter: InboxFilter, row: InboxRowFragment, reading: Reading): boolean {
  const { folder, direction, status, caseStatus, assignee, isOverdue, priority } = filter
  return (
    (folder === undefined || row.folder === folder) &&
    (direction === undefined || row.direction === direction) &&
    (status === undefined || row.status === status) &&
    (caseStatus === undefined ||
      (caseStatus === OPEN ? row.case.status !== 'CLOSED' : row.case.status === caseStatus)) &&
    (assignee === undefined || (row.case.assignee?.id ?? null) === assigneeId(assignee, reading)) &&
    (priority === undefined || row.case.priority === priority) &&
    (!isOverdue || isOverdueCase(row.case, reading.at.getTime()))
  )
}

/** True if the due time of an open case has passed. */
export function isOverdueCase({ status, dueAt }: InboxRowFragment['case'], nowMs: number): boolean {
  return status !== 'CLOSED' && Date.parse(dueAt) < nowMs
}

/** The person's id; null for cases without an assignee. */
function assigneeId(assignee: string, { me }: Reading): string | null {
  if (assignee === NOBODY) return null
  return assignee === ME ? me : assignee
}

function oneOf<Value extends string>(values: readonly Value[], value: string | null): Value | undefined {
  return values.find((candidate) => candidate === value)
}
