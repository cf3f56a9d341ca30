import { useApolloClient, useQuery } from '@apollo/client/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { type CasePartsFragment, MarkReadDocument, TransactionCaseDocument } from '../api/operations.generated.ts'
import { useApi } from '../hooks/use-api.ts'
import { useNow } from '../hooks/use-now.ts'
import { useInboxMemory } from '../inbox/list/inbox-memory.ts'
import { isolated } from '../language/isolated.ts'
import { useLanguage } from '../language/language.tsx'
import { ruleName } from '../language/rule-name.ts'
import { useTransactionChanges } from '../live/use-transaction-changes.ts'
import { useScope, useSignedIn } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { ServiceText } from '../ui/service-text.tsx'
import { CaseChanges } from './case-changes.tsx'
import { type CaseAction, CaseDialog, CaseEditDialog } from './case-dialogs.tsx'
import { knownTexts } from './case-texts.ts'
import { type CaseEdit, offeredActions } from './offered-actions.ts'
import { ProposalNotice } from './proposal-notice.tsx'
import type { Texts } from './use-texts.ts'

interface CaseSectionProps {
  readonly id: string
  readonly version: number
  /** If true, nothing can be changed, since the transaction's personal data was erased. */
  readonly isErased: boolean
  readonly texts: Texts
}

/** The office's work on a transaction: its separate status, assignee, holds and comments. None of it is sent. */
export function CaseSection({ id, version, isErased, texts }: CaseSectionProps) {
  const { t } = useLanguage()
  const query = useQuery(TransactionCaseDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
    context: { queryDeduplication: false },
  })
  const { data, refetch } = query
  // A change of the transaction may open or close its case.
  const loadedAt = useRef(version)
  useEffect(() => {
    if (loadedAt.current === version) return
    loadedAt.current = version
    void refetch().catch(() => {})
  }, [version, refetch])
  // A change of the case leaves the transaction's version unchanged.
  useTransactionChanges(
    id,
    useCallback(() => refetch().then(() => undefined), [refetch]),
  )
  const transaction = data?.trpd?.transaction
  useMarkRead(id, version, transaction?.case.version)
  return (
    <Card id="case" title={t.case.title}>
      {transaction && (
        <CaseContent
          transaction={transaction}
          isErased={isErased}
          texts={texts}
          onChanged={() => void refetch().catch(() => {})}
        />
      )}
      <QueryState query={query} data={transaction} />
    </Card>
  )
}

/** What the person sees on the screen counts as read, on all devices. */
function useMarkRead(id: string, version: number, caseVersion: number | undefined): void {
  const api = useApi()
  const inbox = useInboxMemory()
  const mayWrite = useScope('trpd:write')
  useEffect(() => {
    if (!mayWrite || caseVersion === undefined) return
    inbox.store?.opened(id)
    api.change(MarkReadDocument, { id, version, caseVersion }).catch(() => {})
  }, [api, inbox, mayWrite, id, version, caseVersion])
}

interface CaseContentProps {
  readonly transaction: CasePartsFragment
  readonly isErased: boolean
  readonly texts: Texts
  readonly onChanged: () => void
}

function CaseContent({ transaction, isErased, texts, onChanged }: CaseContentProps) {
  const { t, formats } = useLanguage()
  const client = useApolloClient()
  const now = useNow()
  const mayWrite = useScope('trpd:write') && !isErased
  const me = useSignedIn().caller.subject
  const [action, setAction] = useState<CaseAction>()
  const [edit, setEdit] = useState<CaseEdit>()
  const { status, assignee, priority, dueAt, proposal, pause, changes } = transaction.case
  const { actions, edits } = offeredActions(transaction.case)
  const changed = () => {
    onChanged()
    // The possible decisions depend on holds and proposals.
    void client.refetchQueries({ include: ['TransactionDetails'] })
  }
  const words = t.case
  const { internal: loaded, written } = texts
  const known = loaded && knownTexts(transaction.case, { loaded, written, me })
  return (
    <>
      <p>
        <strong>{words.statuses[status]}</strong>
        <span className="soft">
          {' · '}
          {assignee === null ? words.unassigned : words.assigned(isolated(assignee.name ?? assignee.id))}
          {' · '}
          {words.priorities[priority]}
          {status !== 'CLOSED' && ` · ${words.due(formats.relative(dueAt, now))}`}
        </span>
      </p>
      {pause && known?.pause && (
        <p>
          <ServiceText text={known.pause} mayBePersons />
        </p>
      )}
      {proposal && (
        <ProposalNotice
          transaction={transaction}
          proposal={proposal}
          texts={known?.proposal}
          onWritten={texts.wrote}
          onChanged={changed}
        />
      )}
      {known?.isComplete === false && <Button onClick={texts.reload}>{words.showTexts}</Button>}
      {texts.problem && <ProblemNotice problem={texts.problem} title={t.problems.load} onRetry={texts.reload} />}
      {mayWrite && (
        <div className="action-buttons">
          {actions.map((each) => (
            <Button key={each} onClick={() => setAction(each)}>
              {words[each].button}
            </Button>
          ))}
          {edits.map((each) => (
            <Button key={each} onClick={() => setEdit(each)}>
              {words[each].button}
            </Button>
          ))}
        </div>
      )}
      {changes !== null && changes.length > 0 && <CaseChanges changes={changes} texts={known?.changes} />}
      {transaction.appliedRules.length > 0 && (
        <>
          <h3>{t.record.rules}</h3>
          <ul className="timeline">
            {transaction.appliedRules.map((rule) => (
              <li key={`${rule.at} ${rule.name}`} className="timeline-item">
                <AppliedRule rule={rule} />
              </li>
            ))}
          </ul>
        </>
      )}
      {action && (
        <CaseDialog
          action={action}
          transaction={transaction}
          onClose={(text) => {
            if (text) texts.wrote(text)
            setAction(undefined)
            changed()
          }}
        />
      )}
      {edit && (
        <CaseEditDialog
          edit={edit}
          transaction={transaction}
          onClose={() => {
            setEdit(undefined)
            onChanged()
          }}
        />
      )}
    </>
  )
}

function AppliedRule({ rule }: { readonly rule: CasePartsFragment['appliedRules'][number] }) {
  const { t, formats } = useLanguage()
  return (
    <>
      <span>
        {t.rules.actions[rule.action]}: <bdi>{ruleName(rule.name, t)}</bdi>
      </span>
      <span className="soft">
        {formats.dateTime(rule.at)}
        {rule.version > 0 && (
          <>
            {' · '}
            <Link href={`/rules?version=${rule.version}`}>{t.record.appliedRule(formats.count(rule.version))}</Link>
          </>
        )}
      </span>
    </>
  )
}
