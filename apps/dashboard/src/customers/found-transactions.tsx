import { useQuery } from '@apollo/client/react'
import { Link } from 'wouter'
import { DeskCasesDocument, type TransactionFilter } from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { useLanguage } from '../language/language.tsx'
import { partyName, transferSentence } from '../language/transfer-words.ts'
import { ProblemNotice } from '../ui/notice.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'

const ROWS = 50

/** The newest transactions found by a search for a person. The audit log records the search. */
export function FoundTransactions({ filter }: { readonly filter: TransactionFilter }) {
  const { t, formats } = useLanguage()
  const { data, error, loading, refetch } = useQuery(DeskCasesDocument, {
    variables: { filter, first: ROWS },
    // The search text is personal data.
    fetchPolicy: 'no-cache',
  })
  const page = data?.trpd?.transactions
  return (
    <section aria-label={t.customers.transactions}>
      {error && !page && (
        <ProblemNotice
          problem={apiProblem(error)}
          title={t.problems.load}
          onRetry={() => void refetch().catch(() => {})}
        />
      )}
      <div role="status">
        {loading && !page && <p>{t.app.loading}</p>}
        {page?.nodes.length === 0 && <p className="soft">{t.customers.noTransactions}</p>}
      </div>
      <ul className="items">
        {page?.nodes.map((row) => (
          <li key={row.id} className="item item-wide">
            <p className="case-link">
              <Link href={`/transactions/${encodeURIComponent(row.id)}`}>
                <bdi>{partyName(row, t)}</bdi>
              </Link>
              <StatusBadge status={row.status} />
            </p>
            <p className="soft">
              {transferSentence(row, t, formats)} · {formats.dateTime(row.createdAt)}
            </p>
          </li>
        ))}
      </ul>
      {page?.pageInfo.hasNextPage && <p className="soft">{t.home.newest(formats.count(ROWS))}</p>}
    </section>
  )
}
