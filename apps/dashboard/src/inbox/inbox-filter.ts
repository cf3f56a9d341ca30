import type {
  Direction,
  Folder,
  InboxRowFragment,
  TransactionFilter,
  TransactionStatus,
} from '../api/operations.generated.ts'

/** Which transactions the inbox lists. It is the query of the page's URL, so that it can be shared and bookmarked. */
export interface InboxFilter {
  /** `undefined`: every folder. */
  readonly folder: Folder | undefined
  readonly direction: Direction | undefined
  readonly status: TransactionStatus | undefined
  /** The start of an id, hash or address; empty for none. */
  readonly search: string
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
/** The API refuses shorter searches. */
export const SEARCH_LENGTH_MIN = 4
export const SEARCH_LENGTH_MAX = 256

/** The filter in a query; what is not known is ignored, so that no link leads to an error. */
export function readFilter(query: URLSearchParams): InboxFilter {
  const folder = query.get('folder') ?? 'INBOX'
  return {
    folder: folder === 'ALL' ? undefined : (oneOf(FOLDERS, folder) ?? 'INBOX'),
    direction: oneOf(DIRECTIONS, query.get('direction')),
    status: oneOf(STATUSES, query.get('status')),
    search: (query.get('q') ?? '').trim().slice(0, SEARCH_LENGTH_MAX),
  }
}

/** The query of a filter; empty for the inbox itself. */
export function writeFilter({ folder, direction, status, search }: InboxFilter): string {
  const query = new URLSearchParams()
  if (folder !== 'INBOX') query.set('folder', folder ?? 'ALL')
  if (direction !== undefined) query.set('direction', direction)
  if (status !== undefined) query.set('status', status)
  if (search !== '') query.set('q', search)
  return query.toString()
}

/** The filter as the API takes it. */
export function apiFilter({ folder, direction, status, search }: InboxFilter): TransactionFilter {
  return {
    ...(folder !== undefined && { folder: [folder] }),
    ...(direction !== undefined && { direction: [direction] }),
    ...(status !== undefined && { status: [status] }),
    ...(search.length >= SEARCH_LENGTH_MIN && { search }),
  }
}

/** Whether a new transaction is added to the list. Of a search, a row can only prove that its id matches. */
export function isArrival(filter: InboxFilter, row: InboxRowFragment): boolean {
  const { search } = filter
  return staysListed(filter, row) && (search.length < SEARCH_LENGTH_MIN || row.id.startsWith(search.toLowerCase()))
}

/** Whether a listed transaction still belongs there: what a search found, it finds again after a change. */
export function staysListed({ folder, direction, status }: InboxFilter, row: InboxRowFragment): boolean {
  return (
    (folder === undefined || row.folder === folder) &&
    (direction === undefined || row.direction === direction) &&
    (status === undefined || row.status === status)
  )
}

function oneOf<Value extends string>(values: readonly Value[], value: string | null): Value | undefined {
  return values.find((candidate) => candidate === value)
}
