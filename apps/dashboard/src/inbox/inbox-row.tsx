import { memo } from 'react'
import { Link } from 'wouter'
import type { InboxRowFragment } from '../api/operations.generated.ts'
import { useNow } from '../hooks/use-now.ts'
import { useLanguage } from '../language/language.tsx'
import { amountParts, transferAmount } from '../language/transfer-amount.ts'
import { partyName, transferSentence } from '../language/transfer-words.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import { type NextDue, nextDue } from './next-due.ts'

interface InboxRowProps {
  readonly row: InboxRowFragment
  readonly index: number
  readonly count: number
  readonly top: number
  readonly height: number
  /** True if it was finished or moved elsewhere since the list was loaded. */
  readonly isMoved: boolean
  /** Who works on it. */
  readonly assignee: string | undefined
  readonly onFocus: (index: number) => void
  /** `undefined` for people who may not change anything. */
  readonly onSelect: ((index: number, isRange: boolean) => void) | undefined
  readonly isSelected: boolean
  readonly isUnread: boolean
}

/** Number of characters from which an amount is shown in smaller digits on up to two lines: it is never cut. */
const LONG_AMOUNT = 20

/** One transaction of the list. The complete row is its link. */
export const InboxRow = memo(function InboxRow(props: InboxRowProps) {
  const { row, index, count, top, height, isMoved, assignee, onFocus, onSelect, isSelected, isUnread } = props
  const { t, formats } = useLanguage()
  const now = useNow()
  const amount = transferAmount(row, t, formats)
  const notes = useNotes(row, isMoved)
  const age = formats.relative(row.createdAt, now)
  return (
    <li
      className={['row', isMoved && 'row-moved', isSelected && 'row-selected', isUnread && 'row-unread']
        .filter(Boolean)
        .join(' ')}
      style={{ transform: `translateY(${top}px)`, blockSize: height }}
      aria-setsize={count}
      aria-posinset={index + 1}
    >
      {onSelect && (
        <label className="row-select">
          <input
            type="checkbox"
            checked={isSelected}
            onFocus={() => onFocus(index)}
            aria-label={t.batch.select(`${partyName(row, t)}, ${amount}`)}
            onChange={({ nativeEvent }) => onSelect(index, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
          />
        </label>
      )}
      <Link
        href={`/transactions/${encodeURIComponent(row.id)}`}
        className="row-link"
        data-index={index}
        onFocus={() => onFocus(index)}
      >
        <span className={`row-arrow row-arrow-${row.direction.toLowerCase()}`} aria-hidden="true" />
        <span className="row-what">
          <span className="row-name">
            {isUnread && <span className="hidden">{t.inbox.unread} </span>}
            <bdi>{partyName(row, t)}</bdi>
          </span>
          <span className="row-words soft">{transferSentence(row, t, formats)}</span>
        </span>
        <span className="row-money">
          <Amount row={row} />
          {notes.length > 0 && <span className="row-note">{notes.join(' · ')}</span>}
        </span>
        <span className="row-status">
          <StatusBadge status={row.status} />
          {assignee !== undefined && (
            <span className="row-note">
              <bdi>{assignee}</bdi>
            </span>
          )}
        </span>
        <span className="row-age">
          <span>{age}</span>
          <Due due={nextDue(row, now)} now={now} />
        </span>
      </Link>
    </li>
  )
})

/** The amount, with a short mark when its unit is unknown. */
function Amount({ row }: { readonly row: InboxRowFragment }) {
  const { t, formats } = useLanguage()
  const { number, isUnitKnown } = amountParts(row, formats)
  return (
    <span className={number.length > LONG_AMOUNT ? 'row-amount row-amount-long' : 'row-amount'}>
      {number}
      {!isUnitKnown && (
        <>
          {' '}
          <span aria-hidden="true">({t.inbox.unit})</span>
          <span className="hidden">{t.transaction.unknownUnit}</span>
        </>
      )}
    </span>
  )
}

/** What stands out about a transaction, most important first. */
function useNotes(
  { case: { status, priority }, sender, ivms101Issues: { length: issues } }: InboxRowFragment,
  isMoved: boolean,
): string[] {
  const { t, formats } = useLanguage()
  return [
    ...(isMoved ? [t.inbox.moved] : []),
    ...(sender === null || sender.verification === 'VERIFIED' ? [] : [t.inbox.senders[sender.verification]]),
    ...(status === 'ON_HOLD' || status === 'WAITING_FOR_DATA' ? [t.case.statuses[status]] : []),
    ...(priority === 'NORMAL' ? [] : [t.case.priorities[priority]]),
    ...(issues > 0 ? [t.inbox.issues(issues, formats.count(issues))] : []),
  ]
}

function Due({ due, now }: { readonly due: NextDue | undefined; readonly now: number }) {
  const { t, formats } = useLanguage()
  if (due === undefined) return null
  const { what, at, urgency } = due
  const when = formats.relativeShort(at, now)
  const words = {
    CASE: urgency === 'PAST' ? t.inbox.late : t.case.due(when),
    EXPIRY: urgency === 'PAST' ? t.inbox.overdue : t.inbox.due(when),
  }
  return <span className={urgency === 'LATER' ? 'due' : 'due due-soon'}>{words[what]}</span>
}
