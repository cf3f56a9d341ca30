import type { AuditRowFragment, TransactionDetailFragment } from '../api/operations.generated.ts'

type Change = TransactionDetailFragment['history'][number]
type Attempt = TransactionDetailFragment['deliveryAttempts'][number]

/** One line of a timeline. */
export type TimelineEntry =
  | {
      readonly kind: 'CHANGE'
      readonly at: string
      readonly change: Change
      /** The audit log's entry about it, once it is there. */
      readonly audit: AuditRowFragment | undefined
    }
  | { readonly kind: 'DELIVERY'; readonly at: string; readonly attempt: Attempt }
  | { readonly kind: 'AUDIT'; readonly at: string; readonly audit: AuditRowFragment }

/**
 * Changes of a transaction, attempts to deliver messages, and other events that the audit log records about it, newest
 * first. A change and its entry in the audit log are one line: they have the same event and time.
 */
export function timelineOf(
  { id, history, deliveryAttempts }: Pick<TransactionDetailFragment, 'id' | 'history' | 'deliveryAttempts'>,
  trail: readonly AuditRowFragment[],
): readonly TimelineEntry[] {
  const keyOf = (event: string, at: string) => `${event} ${Date.parse(at)}`
  const unmatched = new Map(
    trail.filter(({ subjectId }) => subjectId === id).map((entry) => [keyOf(entry.type, entry.at), entry]),
  )
  const matched = new Set<AuditRowFragment>()
  const changes = history.toReversed().map((change): TimelineEntry => {
    const key = keyOf(change.event, change.at)
    const audit = unmatched.get(key)
    unmatched.delete(key)
    if (audit) matched.add(audit)
    return { kind: 'CHANGE', at: change.at, change, audit }
  })
  const entries: TimelineEntry[] = [
    ...changes,
    ...deliveryAttempts.map((attempt): TimelineEntry => ({ kind: 'DELIVERY', at: attempt.startedAt, attempt })),
    ...trail
      .filter((audit) => !matched.has(audit))
      .map((audit): TimelineEntry => ({ kind: 'AUDIT', at: audit.at, audit })),
  ]
  return entries.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
}
