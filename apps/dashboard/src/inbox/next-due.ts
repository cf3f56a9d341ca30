import type { InboxRowFragment } from '../api/operations.generated.ts'
import { isOverdueCase } from './list/inbox-filter.ts'

/** The next deadline of a transaction. */
export interface NextDue {
  /** The deadline for the office to finish the case, or the expiry of the transaction. */
  readonly what: 'CASE' | 'EXPIRY'
  readonly at: string
  /** `PAST`: the time has passed. */
  readonly urgency: 'LATER' | 'SOON' | 'PAST'
}

const SOON_MS = 3_600_000

/** The next deadline of a transaction that waits for the person; for any other, only an overdue case. */
export function nextDue(
  row: Pick<InboxRowFragment, 'case' | 'expiresAt' | 'folder'>,
  nowMs: number,
): NextDue | undefined {
  const { dueAt, status } = row.case
  if (isOverdueCase(row.case, nowMs)) return { what: 'CASE', at: dueAt, urgency: 'PAST' }
  if (row.folder !== 'INBOX') return undefined
  const limits = [
    ...(status === 'CLOSED' ? [] : [{ what: 'CASE' as const, at: dueAt }]),
    ...(row.expiresAt === null ? [] : [{ what: 'EXPIRY' as const, at: row.expiresAt }]),
  ]
  const [first] = limits.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  if (first === undefined) return undefined
  const remainingMs = Date.parse(first.at) - nowMs
  return { ...first, urgency: remainingMs <= 0 ? 'PAST' : remainingMs < SOON_MS ? 'SOON' : 'LATER' }
}
