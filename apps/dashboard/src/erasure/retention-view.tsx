import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Link } from 'wouter'
import {
  ProofRetentionPlanDocument,
  RetentionPlanDocument,
  type RetentionPlanQuery,
} from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useLanguage } from '../language/language.tsx'
import type { Messages } from '../language/messages.ts'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Fact } from '../ui/fact.tsx'
import { Notice, ProblemNotice } from '../ui/notice.tsx'
import { ServiceText } from '../ui/service-text.tsx'
import { CertificateList } from './certificate-list.tsx'
import { EraseDialog, type Erased } from './erase-dialog.tsx'

type Retention = NonNullable<RetentionPlanQuery['trpd']>['retention']

/** How long personal data is kept, records that are past that time, and the erasure of a customer. */
export function RetentionView() {
  const { t, formats } = useLanguage()
  const mayWrite = useScope('trpd:write')
  const maySeeProofs = useScope('aopd:read')
  const isAdministrator = useScope('autod:write')
  const mayAudit = useScope('autod:read')
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
      {retention && <TransactionRetention retention={retention} />}
      {maySeeProofs && <ProofRetention />}
      {mayWrite && isAdministrator && (
        <section className="card panel" aria-labelledby="customer">
          <h2 id="customer">{t.erasure.erase.customer}</h2>
          <p className="soft">{words.customerText}</p>
          <div className="action-buttons">
            <Button onClick={() => setErasing(true)}>{t.erasure.erase.customer}</Button>
          </div>
          {erased && (
            <Notice tone="good">
              {t.erasure.erase.done(
                formats.count(erased.transactions),
                formats.count(erased.addressBookEntries),
                formats.count(erased.proofs),
                formats.count(erased.savedViews),
              )}
            </Notice>
          )}
        </section>
      )}
      {mayAudit && <CertificateList />}
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

function TransactionRetention({ retention }: { readonly retention: Retention }) {
  const { t } = useLanguage()
  const words = t.erasure.retention
  const { jurisdiction, transactionYears, transactionSource, screeningHitYears, screeningHitSource } = retention
  const rows: readonly Period[] = [
    { kind: 'transaction', years: transactionYears, source: transactionSource },
    { kind: 'screeningHit', years: screeningHitYears, source: screeningHitSource },
  ]
  return (
    <>
      <Periods
        id="periods"
        title={words.periods}
        law={jurisdiction === null ? words.noJurisdiction : words.under(jurisdiction)}
        rows={jurisdiction === null ? [] : rows}
      />
      <Plan
        id="plan"
        title={words.plan}
        off={words.off}
        keptLabel={words.keptCount}
        path="/transactions"
        plan={retention}
      />
    </>
  )
}

/** The retention of ownership proofs. */
function ProofRetention() {
  const { t } = useLanguage()
  const words = t.erasure.retention.proofs
  const { data, error, refetch } = useQuery(ProofRetentionPlanDocument, { fetchPolicy: 'no-cache' })
  const retention = data?.aopd?.retention
  if (!retention) {
    if (error === undefined) return <p role="status">{t.app.loading}</p>
    return (
      <ProblemNotice
        problem={apiProblem(error)}
        title={t.problems.load}
        onRetry={() => void refetch().catch(() => {})}
      />
    )
  }
  const { jurisdiction, unusedProofYears, unusedProofSource, transactionProofYears, transactionProofSource } = retention
  const rows: readonly Period[] = [
    { kind: 'unusedProof', years: unusedProofYears, source: unusedProofSource },
    { kind: 'transactionProof', years: transactionProofYears, source: transactionProofSource },
  ]
  return (
    <>
      <Periods
        id="proof-periods"
        title={words.periods}
        law={jurisdiction === null ? words.noJurisdiction : words.under(jurisdiction)}
        rows={jurisdiction === null ? [] : rows}
      />
      <Plan
        id="proof-plan"
        title={words.plan}
        off={words.off}
        keptLabel={words.keptCount}
        path="/proofs"
        plan={retention}
      />
    </>
  )
}

interface Period {
  readonly kind: keyof Messages['erasure']['retention']['kinds']
  readonly years: number | null
  readonly source: string | null
}

interface PeriodsProps {
  /** Identifies the heading. */
  readonly id: string
  readonly title: string
  /** The applicable law, or that none is set. */
  readonly law: string
  /** Empty without a jurisdiction. */
  readonly rows: readonly Period[]
}

function Periods({ id, title, law, rows }: PeriodsProps) {
  const { t, formats } = useLanguage()
  const words = t.erasure.retention
  return (
    <section className="card panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="soft">{law}</p>
      {rows.length > 0 && (
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
                <td data-label={words.columns.source}>
                  {source === null ? '–' : <ServiceText text={source} mayBePersons />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** Maximum number of listed records. */
const LISTED_MAX = 20

interface PlanProps {
  /** Identifies the heading. */
  readonly id: string
  readonly title: string
  /** The text shown if records are not erased automatically. */
  readonly off: string
  readonly keptLabel: string
  /** Path of a record's page, without the id. */
  readonly path: string
  readonly plan: Pick<Retention, 'erases' | 'dueCount' | 'due' | 'keptCount' | 'heldCount'>
}

function Plan({ id, title, off, keptLabel, path, plan }: PlanProps) {
  const { t, formats } = useLanguage()
  const words = t.erasure.retention
  const { erases, dueCount, due, keptCount, heldCount } = plan
  const listed = due.slice(0, LISTED_MAX)
  return (
    <section className="card panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="soft">{erases ? words.on : off}</p>
      <dl className="facts">
        <Fact label={words.dueCount}>{formats.count(dueCount)}</Fact>
        <Fact label={keptLabel}>{formats.count(keptCount)}</Fact>
        <Fact label={words.heldCount}>{formats.count(heldCount)}</Fact>
      </dl>
      {listed.length > 0 && (
        <>
          <h3>{words.oldest(formats.count(listed.length))}</h3>
          <ul>
            {listed.map((record) => (
              <li key={record}>
                <Link href={`${path}/${encodeURIComponent(record)}`}>
                  <code dir="ltr">{record}</code>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
