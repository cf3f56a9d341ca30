import { useQuery } from '@apollo/client/react'
import { Link } from 'wouter'
import { DeskCasesDocument, type TransactionFilter } from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { useLanguage } from '../language/language.tsx'
import { transferAmount } from '../language/transfer-amount.ts'
import { partyName } from '../language/transfer-words.ts'
import { useNow } from '../shell/use-now.ts'
import { ProblemNotice } from '../ui/notice.tsx'

interface CaseListProps {
  readonly id: string
  readonly title: string
  readonly count: number
  readonly empty: string
  readonly filter: TransactionFilter
}

const ROWS = 5

/** The newest transactions with such a case, and how many there are. */
export function CaseList({ id, title, count, empty, filter }: CaseListProps) {
  const { t, formats } = useLanguage()
  const now = useNow()
  const { data, error, refetch } = useQuery(DeskCasesDocument, {
    variables: { filter, first: ROWS },
    fetchPolicy: 'cache-and-network',
  })
  const page = data?.trpd?.transactions
  return (
    <section className="card panel" aria-labelledby={id}>
      <h2 id={id} className="case-count">
        {title} <span className="folder-count">{formats.count(count)}</span>
      </h2>
      {error && !page && (
        <ProblemNotice
          problem={apiProblem(error)}
          title={t.problems.load}
          onRetry={() => void refetch().catch(() => {})}
        />
      )}
      {page?.nodes.length === 0 && <p className="soft">{empty}</p>}
      <ul className="items">
        {page?.nodes.map((row) => (
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
      {page?.pageInfo.hasNextPage && <p className="soft">{t.home.newest(formats.count(ROWS))}</p>}
    </section>
  )
}
