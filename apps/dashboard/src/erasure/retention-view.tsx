import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Link } from 'wouter'
import { RetentionPlanDocument, type RetentionPlanQuery } from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { usePageTitle } from '../shell/use-page-title.ts'
import { Fact } from '../ui/fact.tsx'
import { Notice, ProblemNotice } from '../ui/notice.tsx'
import { EraseDialog, type Erased } from './erase-dialog.tsx'

type Retention = NonNullable<RetentionPlanQuery['trpd']>['retention']

/** How long personal data is kept, what is past that time, and the erasure of a customer. */
export function RetentionView() {
  const { t, formats } = useLanguage()
  const mayWrite = useScope('trpd:write')
  const isAdministrator = useScope('autod:write')
  const [isErasing, setErasing] = useState(false)
  const [erased, setErased] = useState<Erased>()
  const { data, error, loading, refetch } = useQuery(RetentionPlanDocument, { fetchPolicy: 'no-cache' })
  const retention = data?.trpd?.retention
  const words = t.erasure.retention
  usePageTitle(words.title)
  return (
    <div className="page">
      <h1>{words.title}</h1>
      <p className="soft">{words.intro}</p>
      {error && !retention && (
        <ProblemNotice
          problem={apiProblem(error)}
          title={t.problems.load}
          onRetry={() => void refetch().catch(() => {})}
        />
      )}
      {loading && !retention && <p role="status">{t.app.loading}</p>}
      {retention && <Periods retention={retention} />}
      {retention && <Plan retention={retention} />}
      {mayWrite && isAdministrator && (
        <section className="card panel" aria-labelledby="customer">
          <h2 id="customer">{t.erasure.erase.customer}</h2>
          <p className="soft">{words.customerText}</p>
          <div className="action-buttons">
            <button type="button" className="button" onClick={() => setErasing(true)}>
              {t.erasure.erase.customer}
            </button>
          </div>
          {erased && (
            <Notice tone="good">
              {t.erasure.erase.done(
                formats.count(erased.transactions),
                formats.count(erased.addressBookEntries),
                formats.count(erased.proofs),
              )}
            </Notice>
          )}
        </section>
      )}
      {isErasing && (
        <EraseDialog
          onClose={(done) => {
            setErasing(false)
            setErased(done)
            if (done) void refetch().catch(() => {})
          }}
        />
      )}
    </div>
  )
}

function Periods({ retention }: { readonly retention: Retention }) {
  const { t, formats } = useLanguage()
  const words = t.erasure.retention
  const { jurisdiction, transactionYears, transactionSource, screeningHitYears, screeningHitSource } = retention
  const rows = [
    { kind: 'transaction', years: transactionYears, source: transactionSource },
    { kind: 'screeningHit', years: screeningHitYears, source: screeningHitSource },
  ] as const
  return (
    <section className="card panel" aria-labelledby="periods">
      <h2 id="periods">{words.periods}</h2>
      <p className="soft">{jurisdiction === null ? words.noJurisdiction : words.under(jurisdiction)}</p>
      {jurisdiction !== null && (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{words.columns.kind}</th>
              <th scope="col">{words.columns.period}</th>
              <th scope="col">{words.columns.source}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ kind, years, source }) => (
              <tr key={kind}>
                <th scope="row">{words.kinds[kind]}</th>
                <td data-label={words.columns.period}>
                  {years === null ? words.unknown : words.years(years, formats.count(years))}
                </td>
                <td data-label={words.columns.source}>{source}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** Most transactions that are listed. */
const LISTED_MAX = 20

function Plan({ retention }: { readonly retention: Retention }) {
  const { t, formats } = useLanguage()
  const words = t.erasure.retention
  const { erases, dueCount, due, keptCount, heldCount } = retention
  const listed = due.slice(0, LISTED_MAX)
  return (
    <section className="card panel" aria-labelledby="plan">
      <h2 id="plan">{words.plan}</h2>
      <p className="soft">{erases ? words.on : words.off}</p>
      <dl className="facts">
        <Fact label={words.dueCount}>{formats.count(dueCount)}</Fact>
        <Fact label={words.keptCount}>{formats.count(keptCount)}</Fact>
        <Fact label={words.heldCount}>{formats.count(heldCount)}</Fact>
      </dl>
      {listed.length > 0 && (
        <>
          <h3>{words.oldest(formats.count(listed.length))}</h3>
          <ul>
            {listed.map((id) => (
              <li key={id}>
                <Link href={`/transactions/${encodeURIComponent(id)}`}>
                  <code dir="ltr">{id}</code>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
