import { useQuery } from '@apollo/client/react'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import {
  type DataRequestPartsFragment,
  TransactionDataRequestsDocument,
  type TransactionDetailFragment,
} from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { isolated } from '../language/isolated.ts'
import { useLanguage } from '../language/language.tsx'
import { useTransactionChanges } from '../live/use-transaction-changes.ts'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { DataRequestBadge } from './data-request-badge.tsx'
import { type IssuedLink, LinkDialog } from './link-dialog.tsx'
import { RequestContents } from './request-contents.tsx'
import { type RequestStep, RequestStepDialog } from './request-step-dialog.tsx'

const RequestDataDialog = lazy(async () => ({ default: (await import('./request-data-dialog.tsx')).RequestDataDialog }))

interface DataRequestsSectionProps {
  readonly transaction: TransactionDetailFragment
  /** True while personal data is shown on the page. */
  readonly isRevealed: boolean
}

/** Data requested from the other party, and the responses. */
export function DataRequestsSection({ transaction, isRevealed }: DataRequestsSectionProps) {
  const { t } = useLanguage()
  const mayWrite = useScope('trpd:write')
  const { id, version } = transaction
  const [isAsking, setAsking] = useState(false)
  const [issued, setIssued] = useState<IssuedLink>()
  const { data, error, refetch } = useQuery(TransactionDataRequestsDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
    context: { queryDeduplication: false },
  })
  const reload = useCallback(() => void refetch().catch(() => {}), [refetch])
  useEffect(() => {
    if (version > 1) reload()
  }, [version, reload])
  // A response that does not complete the data leaves the transaction's version unchanged.
  useTransactionChanges(
    id,
    useCallback(() => refetch().then(() => undefined), [refetch]),
  )
  const loaded = data?.trpd?.transaction
  const words = t.dataRequests
  return (
    <section className="card" aria-labelledby="data-requests">
      <div className="card-head">
        <h2 id="data-requests">{words.title}</h2>
        {mayWrite && loaded?.acceptsDataRequests && <Button onClick={() => setAsking(true)}>{words.open}</Button>}
      </div>
      {error && !loaded && <ProblemNotice problem={apiProblem(error)} title={t.problems.load} onRetry={reload} />}
      {loaded?.dataRequests.length === 0 && <p className="soft">{words.none}</p>}
      {loaded && loaded.dataRequests.length > 0 && (
        <ul className="timeline">
          {loaded.dataRequests.map((request) => (
            <li key={request.id} className="stack">
              <Request request={request} onIssued={setIssued} onChanged={reload} />
              {isRevealed && <RequestContents transactionId={id} request={request} />}
              {!isRevealed && request.response && <p className="soft">{words.response.hidden}</p>}
            </li>
          ))}
        </ul>
      )}
      {isAsking && (
        <Suspense>
          <RequestDataDialog
            transaction={transaction}
            ownName={data?.trpd?.ownIdentity.name ?? ''}
            onClose={(link) => {
              setAsking(false)
              setIssued(link)
              if (link) reload()
            }}
          />
        </Suspense>
      )}
      {issued && <LinkDialog issued={issued} onClose={() => setIssued(undefined)} />}
    </section>
  )
}

interface RequestProps {
  readonly request: DataRequestPartsFragment
  readonly onIssued: (link: IssuedLink) => void
  readonly onChanged: () => void
}

function Request({ request, onIssued, onChanged }: RequestProps) {
  const { t, formats } = useLanguage()
  const mayWrite = useScope('trpd:write')
  const [step, setStep] = useState<RequestStep>()
  const words = t.dataRequests
  const { id, status, party, fields, mail, mistakes, requestedBy, createdAt, expiresAt, response } = request
  const isUnsettled = status === 'OPEN' || status === 'EXPIRED'
  return (
    <>
      <p>
        <DataRequestBadge status={status} /> {words.parties[party]}:{' '}
        {fields.map((field) => words.fields[field]).join(' · ')}
      </p>
      <p className="soft">
        {words.by(isolated(requestedBy.name ?? requestedBy.id), formats.dateTime(createdAt))}
        {status === 'OPEN' && ` · ${words.until(formats.dateTime(expiresAt))}`}
        {mail !== null && ` · ${words.mails[mail]}`}
        {mistakes > 0 && ` · ${words.mistakes(mistakes, formats.count(mistakes))}`}
      </p>
      {response && (
        <p>
          {words.response[response.form](formats.dateTime(response.receivedAt))}.{' '}
          {response.isApplied ? words.response.applied : words.response.evidence}
        </p>
      )}
      {mayWrite && isUnsettled && (
        <div className="action-buttons">
          {(['RENEW', 'WITHDRAW'] as const).map((each) => (
            <Button key={each} onClick={() => setStep(each)}>
              {words[each].button}
            </Button>
          ))}
        </div>
      )}
      {step && (
        <RequestStepDialog
          id={id}
          step={step}
          onClose={(link) => {
            setStep(undefined)
            if (link) onIssued(link)
            onChanged()
          }}
        />
      )}
    </>
  )
}
