import { useQuery } from '@apollo/client/react'
import { Link, useLocation, useSearch } from 'wouter'
import { FailingVaspListDocument } from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useLanguage } from '../language/language.tsx'
import { SelectField } from '../ui/field.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { FailingTable } from './failing-table.tsx'

const MONTHS = ['12', '6', '3', '1'] as const
/** Maximum number of listed VASPs. */
const LISTED_MAX = 100

/** The VASPs that most often fail to provide data. The period is in the URL. */
export function FailingVaspsView() {
  const { t, formats } = useLanguage()
  const [, navigate] = useLocation()
  const wanted = new URLSearchParams(useSearch()).get('months')
  const months = MONTHS.find((each) => each === wanted) ?? '12'
  const { data, error, loading, refetch } = useQuery(FailingVaspListDocument, {
    variables: { months: Number(months), limit: LISTED_MAX },
    fetchPolicy: 'no-cache',
  })
  const vasps = data?.trpd?.failingVasps
  const words = t.vasps.failures
  usePageTitle(words.list)
  return (
    <div className="page">
      <Link href="/vasps" className="back">
        {t.vasps.back}
      </Link>
      <h1>{words.list}</h1>
      <p className="soft">{words.listText}</p>
      <search className="filters" aria-label={t.inbox.filters}>
        <SelectField
          label={words.period}
          value={months}
          onChange={(chosen) => navigate(`/vasps/failing?months=${chosen}`)}
          options={MONTHS.map((each) => [each, words.months(Number(each), formats.count(Number(each)))])}
        />
      </search>
      {error && !vasps && (
        <ProblemNotice
          problem={apiProblem(error)}
          title={t.problems.load}
          onRetry={() => void refetch().catch(() => {})}
        />
      )}
      {loading && !vasps && <p role="status">{t.app.loading}</p>}
      {vasps?.length === 0 && <p className="empty">{words.empty}</p>}
      {vasps && vasps.length > 0 && (
        <section className="card panel" aria-label={words.list}>
          <FailingTable vasps={vasps} />
        </section>
      )}
      {vasps?.length === LISTED_MAX && <p className="soft">{words.most(formats.count(LISTED_MAX))}</p>}
    </div>
  )
}
