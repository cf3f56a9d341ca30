import { memo } from 'react'
import { Link } from 'wouter'
import type { InboxRowFragment } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { transferAmount } from '../language/transfer-amount.ts'
import { partyName, transferSentence } from '../language/transfer-words.ts'
import { useNow } from '../shell/use-now.ts'
import { StatusBadge } from '../ui/status-badge.tsx'

interface InboxRowProps {
  readonly row: InboxRowFragment
  readonly index: number
  readonly count: number
  readonly top: number
  readonly height: number
  /** It was finished or moved elsewhere since the list was loaded. */
  readonly isMoved: boolean
  readonly onFocus: (index: number) => void
}

/** One transaction of the list; the whole row is its link. */
export const InboxRow = memo(function InboxRow({ row, index, count, top, height, isMoved, onFocus }: InboxRowProps) {
  const { t, formats } = useLanguage()
  const now = useNow()
  const amount = transferAmount(row, t, formats)
  const issues = row.ivms101Issues.length
  const age = formats.relative(row.createdAt, now)
  return (
    <li
      className={isMoved ? 'row row-moved' : 'row'}
      style={{ transform: `translateY(${top}px)`, blockSize: height }}
      aria-setsize={count}
      aria-posinset={index + 1}
    >
      <Link
        href={`/transactions/${encodeURIComponent(row.id)}`}
        className="row-link"
        data-index={index}
        onFocus={() => onFocus(index)}
      >
        <span className={`row-arrow row-arrow-${row.direction.toLowerCase()}`} aria-hidden="true" />
        <span className="row-what">
          <span className="row-name">
            <bdi>{partyName(row, t)}</bdi>
          </span>
          <span className="row-words soft">{transferSentence(row, t, formats)}</span>
        </span>
        <span className="row-amount">{amount}</span>
        <span className="row-status">
          <StatusBadge status={row.status} />
          {issues > 0 && <span className="row-note">{t.inbox.issues(issues, formats.count(issues))}</span>}
          {isMoved && <span className="row-note">{t.inbox.moved}</span>}
        </span>
        <span className="row-age">
          {age}
          {row.expiresAt !== null && row.folder === 'INBOX' && <Due at={row.expiresAt} now={now} />}
        </span>
      </Link>
    </li>
  )
})

const SOON_MS = 3_600_000

function Due({ at, now }: { readonly at: string; readonly now: number }) {
  const { t, formats } = useLanguage()
  const remainingMs = Date.parse(at) - now
  const urgency = remainingMs < SOON_MS ? 'due due-soon' : 'due'
  return <span className={urgency}>{remainingMs > 0 ? t.inbox.due(formats.relative(at, now)) : t.inbox.overdue}</span>
}
