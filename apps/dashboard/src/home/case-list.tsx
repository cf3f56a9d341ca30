import { useQuery } from '@apollo/client/react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { type CasePriority, type TransactionFilter, UrgentCasesDocument } from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { useNow } from '../hooks/use-now.ts'
import { useLanguage } from '../language/language.tsx'
import { transferAmount } from '../language/transfer-amount.ts'
import { partyName } from '../language/transfer-words.ts'
import { ProblemNotice } from '../ui/notice.tsx'

interface CaseListProps {
  readonly id: string
  readonly title: string
  readonly count: number
  readonly empty: string
  readonly filter: TransactionFilter
  /** The URL of the same cases in the inbox. */
  readonly href: string
}

const ROWS = 5

/** Transactions with such a case: the number of them, and those of the highest priority, most overdue first. */
export function CaseList({ id, title, count, empty, filter, href }: CaseListProps) {
  const { t, formats } = useLanguage()
  const now = useNow()
  const variables = useMemo(() => {
    const of = (priority: CasePriority) => ({ ...filter, priority: [priority] })
    return { urgent: of('URGENT'), high: of('HIGH'), normal: of('NORMAL'), low: of('LOW'), rows: ROWS }
  }, [filter])
  const { data, previousData, error, refetch } = useQuery(UrgentCasesDocument, {
    variables,
    fetchPolicy: 'cache-and-network',
  })
  const pages = (data ?? previousData)?.trpd
  const rows =
    pages && [pages.urgent, pages.high, pages.normal, pages.low].flatMap((page) => page?.nodes ?? []).slice(0, ROWS)
  return (
    <section className="card panel" aria-labelledby={id}>
      <h2 id={id} className="case-count">
        {title}{' '}
        <Link href={href} className="folder-count">
          {formats.count(count)}
          <span className="hidden">: {title}</span>
        </Link>
      </h2>
      {error && !rows && (
        <ProblemNotice
          problem={apiProblem(error)}
          title={t.problems.load}
          onRetry={() => void refetch().catch(() => {})}
        />
      )}
      {rows?.length === 0 && <p className="soft">{empty}</p>}
      <ul className="items">
        {rows?.map((row) => (
          <li key={row.id} className="item item-wide">
            <Link href={`/transactions/${encodeURIComponent(row.id)}`} className="case-link">
              <bdi>{partyName(row, t)}</bdi>
              <span>{transferAmount(row, t, formats)}</span>
            </Link>
            <p className="soft">
              {t.case.statuses[row.case.status]}
              {row.case.priority !== 'NORMAL' && ` · ${t.case.priorities[row.case.priority]}`} ·{' '}
              {t.case.due(formats.relative(row.case.dueAt, now))}
            </p>
          </li>
        ))}
      </ul>
      {rows && count > rows.length && <p className="soft">{t.home.mostUrgent(formats.count(rows.length))}</p>}
    </section>
  )
}
