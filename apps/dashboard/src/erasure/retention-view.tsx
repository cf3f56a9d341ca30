import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { Link } from 'wouter'
import {
  ProofRetentionPlanDocument,
  RetentionPlanDocument,
  type RetentionPlanQuery,
} from '../api/operations.generated.ts'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useLanguage } from '../language/language.tsx'
import type { Messages } from '../language/messages.ts'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Fact } from '../ui/fact.tsx'
import { Notice } from '../ui/notice.tsx'
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
  const { transactionYears, transactionSource, screeningHitYears, screeningHitSource } = retention
  return (
    <Plan
      id="plan"
      words={t.erasure.retention}
      path="/transactions"
      plan={retention}
      periods={[
        { kind: 'transaction', years: transactionYears, source: transactionSource },
        { kind: 'screeningHit', years: screeningHitYears, source: screeningHitSource },
      ]}
    />
  )
}

/** The retention of ownership proofs. */
function ProofRetention() {
  const { t } = useLanguage()
  const query = useQuery(ProofRetentionPlanDocument, { fetchPolicy: 'no-cache' })
  const retention = query.data?.aopd?.retention
  if (!retention) return <QueryState query={query} data={undefined} loading="LINE" />
  const { unusedProofYears, unusedProofSource, transactionProofYears, transactionProofSource } = retention
  return (
    <Plan
      id="proof-plan"
      words={t.erasure.retention.proofs}
      path="/proofs"
      plan={retention}
      periods={[
        { kind: 'unusedProof', years: unusedProofYears, source: unusedProofSource },
        { kind: 'transactionProof', years: transactionProofYears, source: transactionProofSource },
      ]}
    />
  )
}

interface Period {
  readonly kind: keyof Messages['erasure']['retention']['kinds']
  readonly years: number | null
  readonly source: string | null
}

/** Maximum number of listed records. */
const LISTED_MAX = 20

interface PlanProps {
  /** Identifies the headings. */
  readonly id: string
  readonly words: Messages['erasure']['retention']['proofs']
  /** Path of a record's page, without the id. */
  readonly path: string
  readonly plan: Pick<Retention, 'jurisdiction' | 'erases' | 'dueCount' | 'due' | 'keptCount' | 'heldCount'>
  /** How long the law requires to keep each kind of record. */
  readonly periods: readonly Period[]
}

/** The retention periods, and the records whose period has ended. */
function Plan({ id, words: own, path, plan, periods }: PlanProps) {
  const { t, formats } = useLanguage()
  const words = t.erasure.retention
  const { jurisdiction, erases, dueCount, due, keptCount, heldCount } = plan
  const listed = due.slice(0, LISTED_MAX)
  return (
    <>
      <Card id={`${id}-periods`} title={own.periods}>
        <p className="soft">{jurisdiction === null ? own.noJurisdiction : own.under(jurisdiction)}</p>
        <Table
          rows={jurisdiction === null ? [] : periods}
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
      </Card>
      <Card id={id} title={own.plan}>
        <p className="soft">{erases ? words.on : own.off}</p>
        <dl className="facts">
          <Fact label={words.dueCount}>{formats.count(dueCount)}</Fact>
          <Fact label={own.keptCount}>{formats.count(keptCount)}</Fact>
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
    </>
  )
}
