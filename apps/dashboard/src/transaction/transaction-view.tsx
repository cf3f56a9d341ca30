import { useQuery } from '@apollo/client/react'
import { useCallback, useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import {
  type TransactionAction,
  type TransactionDetailFragment,
  TransactionDetailsDocument,
} from '../api/operations.generated.ts'
import { DataRequestsSection } from '../data-requests/data-requests-section.tsx'
import { CertificateSection } from '../erasure/certificates.tsx'
import { EvidenceSection, ReadsSection } from '../evidence/evidence-section.tsx'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useShortcuts } from '../hooks/use-shortcuts.ts'
import { useInboxMemory } from '../inbox/list/inbox-memory.ts'
import { useLanguage } from '../language/language.tsx'
import { transferSentence } from '../language/transfer-words.ts'
import { useTransactionChanges } from '../live/use-transaction-changes.ts'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Fact } from '../ui/fact.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { actionWords } from './action-words.ts'
import { CaseSection } from './case-section.tsx'
import { ChecksSection } from './checks-section.tsx'
import { DeliverySection } from './delivery-section.tsx'
import { ErasureSection } from './erasure-section.tsx'
import { FactsSection } from './facts-section.tsx'
import { PersonsSection } from './persons-section.tsx'
import { ProofsSection } from './proofs-section.tsx'
import { ReleaseNotice } from './release-notice.tsx'
import { TimelineSection } from './timeline-section.tsx'
import { useTexts } from './use-texts.ts'

const ActionDialog = lazyPart(() => import('./action-dialog.tsx'), 'ActionDialog')

/** All data of one transaction, and the person's possible actions. */
export function TransactionView() {
  const { id = '' } = useParams()
  return <Transaction key={id} id={id} />
}

function Transaction({ id }: { readonly id: string }) {
  const { t } = useLanguage()
  const query = useQuery(TransactionDetailsDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
    context: { queryDeduplication: false },
  })
  const { data, refetch, loading } = query
  useTransactionChanges(
    id,
    useCallback(async () => (await refetch()).data?.trpd?.transaction?.version, [refetch]),
  )
  const back = useBackLink()
  const transaction = data?.trpd?.transaction
  const isMissing = data?.trpd && transaction === null && !loading
  return (
    <div className="transaction">
      <Link href={back} className="back">
        {t.transaction.back}
      </Link>
      <QueryState query={query} data={transaction} loading="PAGE" isPage reportsUpdates />
      {transaction && <TransactionContent transaction={transaction} onChanged={() => void refetch().catch(() => {})} />}
      {isMissing && <h1>{t.transaction.missing}</h1>}
    </div>
  )
}

/** The URL of the inbox with its last filter. */
function useBackLink(): string {
  const inbox = useInboxMemory()
  const [, navigate] = useLocation()
  const query = inbox.store?.query ?? ''
  const href = query === '' ? '/' : `/?${query}`
  useShortcuts({ u: () => navigate(href) })
  return href
}

interface TransactionContentProps {
  readonly transaction: TransactionDetailFragment
  readonly onChanged: () => void
}

function TransactionContent({ transaction, onChanged }: TransactionContentProps) {
  const { t, formats } = useLanguage()
  const mayWrite = useScope('trpd:write')
  const [action, setAction] = useState<TransactionAction>()
  const [done, setDone] = useState('')
  const [isRevealed, setRevealed] = useState(false)
  const texts = useTexts(transaction)
  const { status, folder, allowedActions, erasedAt } = transaction
  const sentence = transferSentence(transaction, t, formats)
  const open = (wanted: TransactionAction) => {
    if (mayWrite && allowedActions.includes(wanted)) setAction(wanted)
  }
  useShortcuts({ a: () => open('APPROVE'), d: () => open('DECLINE') })
  usePageTitle(sentence)
  return (
    <>
      <header className="transaction-head">
        <h1 className="sentence">{sentence}</h1>
        <p className="transaction-status">
          <StatusBadge status={status} />
          <span className="soft">{t.transaction.folders[folder]}</span>
        </p>
      </header>
      {erasedAt !== null && <Notice tone="news">{t.erasure.erased(formats.dateTime(erasedAt))}</Notice>}
      <section className="card actions" aria-labelledby="actions">
        <h2 id="actions">{t.actions.title}</h2>
        {erasedAt === null && (
          <ReleaseNotice
            id={transaction.id}
            state={`${transaction.version} ${allowedActions.join(' ')}`}
            isOpen={allowedActions.some((each) => each === 'APPROVE' || each === 'CONFIRM')}
            onAccepted={onChanged}
          />
        )}
        {mayWrite && allowedActions.length > 0 && (
          <div className="action-buttons">
            {allowedActions.map((each) => (
              <Button
                key={each}
                look={each === 'APPROVE' || each === 'CONFIRM' ? 'main' : undefined}
                onClick={() => setAction(each)}
              >
                {actionWords(each, transaction, t).button}
              </Button>
            ))}
          </div>
        )}
        <RepairLinks transaction={transaction} />
        {mayWrite && allowedActions.length === 0 && <p className="soft">{t.transaction.none[folder]}</p>}
        {!mayWrite && <p className="soft">{t.transaction.observer}</p>}
        <div role="status" className="done">
          {done !== '' && <Notice tone="good">{done}</Notice>}
        </div>
      </section>
      <CaseSection id={transaction.id} version={transaction.version} isErased={erasedAt !== null} texts={texts} />
      <FactsSection transaction={transaction} reason={texts.reason} />
      {erasedAt === null && <PersonsSection transaction={transaction} onReveal={setRevealed} />}
      <DataRequestsSection transaction={transaction} isRevealed={isRevealed} />
      <ChecksSection id={transaction.id} version={transaction.version} isRevealed={isRevealed} />
      <DeliverySection transaction={transaction} lastProblem={texts.lastProblem} />
      <ProofsSection transaction={transaction} />
      {erasedAt !== null && <CertificateSection kind="transfer" id={transaction.id} />}
      <ErasureSection transaction={transaction} texts={texts} onErased={onChanged} />
      <TimelineSection transaction={transaction} />
      <EvidenceSection id={transaction.id} />
      <ReadsSection id={transaction.id} />
      {action && (
        <ActionDialog
          id={transaction.id}
          action={action}
          onClose={(outcome, written) => {
            if (written) texts.wrote(written)
            if (outcome === 'DONE') setDone(actionWords(action, transaction, t).done)
            if (outcome === 'PROPOSED') setDone(t.proposal.done)
            setAction(undefined)
          }}
        />
      )}
    </>
  )
}

/** Possible actions on the data of the transaction, and its linked transactions. */
function RepairLinks({ transaction }: { readonly transaction: TransactionDetailFragment }) {
  const { t } = useLanguage()
  const mayWrite = useScope('trpd:write')
  const maySee = useScope('pii:read')
  const { id, repairActions, resubmissionOf, resubmittedAs } = transaction
  const words = t.repair
  const hasLinks = resubmissionOf !== null || resubmittedAs !== null
  return (
    <>
      {mayWrite && maySee && repairActions.length > 0 && (
        <div className="action-buttons">
          {repairActions.map((each) => (
            <Link key={each} href={`/transactions/${encodeURIComponent(id)}/repair`} className="button">
              {words[each].button}
            </Link>
          ))}
        </div>
      )}
      {hasLinks && (
        <dl className="facts">
          <Fact label={words.linkOf}>{resubmissionOf && <TransactionLink id={resubmissionOf.id} />}</Fact>
          <Fact label={words.linkAs}>{resubmittedAs && <TransactionLink id={resubmittedAs.id} />}</Fact>
        </dl>
      )}
    </>
  )
}

function TransactionLink({ id }: { readonly id: string }) {
  return (
    <Link href={`/transactions/${encodeURIComponent(id)}`}>
      <code dir="ltr">{id}</code>
    </Link>
  )
}
