import { useQuery } from '@apollo/client/react'
import { useCallback, useEffect, useState } from 'react'
import {
  type DataRequestPartsFragment,
  RenewDataRequestDocument,
  TransactionDataRequestsDocument,
  type TransactionDetailFragment,
  WithdrawDataRequestDocument,
} from '../api/operations.generated.ts'
import { useApi } from '../hooks/use-api.ts'
import { isolated } from '../language/isolated.ts'
import { useLanguage } from '../language/language.tsx'
import { useTransactionChanges } from '../live/use-transaction-changes.ts'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyValue } from '../ui/copy-value.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Modal } from '../ui/modal.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { DataRequestBadge } from './data-request-badge.tsx'
import { RequestContents } from './request-contents.tsx'
import type { IssuedLink } from './request-data-dialog.tsx'

const RequestDataDialog = lazyPart(() => import('./request-data-dialog.tsx'), 'RequestDataDialog')

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
  const query = useQuery(TransactionDataRequestsDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
    context: { queryDeduplication: false },
  })
  const { data, refetch } = query
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
    <Card
      id="data-requests"
      title={words.title}
      buttons={mayWrite && loaded?.acceptsDataRequests && <Button onClick={() => setAsking(true)}>{words.open}</Button>}
    >
      <QueryState query={query} data={loaded} />
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
        <RequestDataDialog
          transaction={transaction}
          ownName={data?.trpd?.ownIdentity.name ?? ''}
          onClose={(link) => {
            setAsking(false)
            setIssued(link)
            if (link) reload()
          }}
        />
      )}
      {issued && <LinkDialog issued={issued} onClose={() => setIssued(undefined)} />}
    </Card>
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

/** Actions on a request without a response. */
type RequestStep = 'RENEW' | 'WITHDRAW'

interface RequestStepDialogProps {
  readonly id: string
  readonly step: RequestStep
  readonly onClose: (issued?: IssuedLink) => void
}

/** Renews or withdraws a request. */
function RequestStepDialog({ id, step, onClose }: RequestStepDialogProps) {
  const { t } = useLanguage()
  const api = useApi()
  const words = t.dataRequests[step]
  const variables = { id }
  return (
    <FormDialog
      title={words.title}
      button={words.button}
      submit={async () => {
        if (step === 'WITHDRAW') {
          await api.change(WithdrawDataRequestDocument, variables)
          return undefined
        }
        // Kept outside of the cache, since the link lets anyone respond.
        const made = await api.send(RenewDataRequestDocument, variables)
        return { link: made?.trpd?.renewDataRequest?.link ?? null }
      }}
      onClose={(_, issued) => onClose(issued)}
    >
      <p>{words.text}</p>
    </FormDialog>
  )
}

interface LinkDialogProps {
  readonly issued: IssuedLink
  readonly onClose: () => void
}

/** Shows a new link, only once. */
function LinkDialog({ issued: { link }, onClose }: LinkDialogProps) {
  const { t } = useLanguage()
  const words = t.dataRequests.link
  return (
    <Modal title={link === null ? words.mailed : words.title} onClose={onClose}>
      {link !== null && (
        <div className="stack">
          <p>{words.text}</p>
          <CopyValue value={link} />
          <QrCode text={link} label={words.qr} />
        </div>
      )}
      <div className="action-buttons">
        <Button look="main" onClick={onClose}>
          {words.done}
        </Button>
      </div>
    </Modal>
  )
}
