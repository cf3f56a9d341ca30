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
import { Card } from '../ui/card.tsx'
import { Fact } from '../ui/fact.tsx'
import { Notice, ProblemNotice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { ServiceText } from '../ui/service-text.tsx'
import { Table } from '../ui/table.tsx'
import { CertificateList } from './certificates.tsx'
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
  const query = useQuery(RetentionPlanDocument, { fetchPolicy: 'no-cache' })
  const { data, refetch } = query
  const retention = data?.trpd?.retention
  const words = t.erasure.retention
  usePageTitle(words.title)
  return (
    <div className="page">
      <h1>{words.title}</h1>
      <p className="soft">{words.intro}</p>
      <QueryState query={query} data={retention} loading="LINE" />
      {retention && <TransactionRetention retention={retention} />}
      {maySeeProofs && <ProofRetention />}
      {mayWrite && isAdministrator && (
        <Card id="customer" title={t.erasure.erase.customer}>
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
        </Card>
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
    <Card id={id} title={title}>
      <p className="soft">{law}</p>
      {rows.length > 0 && (
        <Table
          rows={rows}
          keyOf={({ kind }) => kind}
          columns={[
            [words.columns.kind, ({ kind }) => words.kinds[kind]],
            [
              words.columns.period,
              ({ years }) => (years === null ? words.unknown : words.years(years, formats.count(years))),
            ],
            [
              words.columns.source,
              ({ source }) => (source === null ? '–' : <ServiceText text={source} mayBePersons />),
            ],
          ]}
        />
      )}
    </Card>
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
    <Card id={id} title={title}>
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
    </Card>
  )
}
