import { useApolloClient, useQuery } from '@apollo/client/react'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import {
  NewTransferFactsDocument,
  type RepairAction,
  RepairFactsDocument,
  type RepairFactsQuery,
} from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useProblemFocus } from '../hooks/use-problem-focus.ts'
import { useLanguage } from '../language/language.tsx'
import { checkParties } from '../new-transfer/check-parties.ts'
import { type PartiesDraft, partiesDocument, ROLES } from '../new-transfer/draft.ts'
import { LawNote } from '../new-transfer/law-note.tsx'
import { PartyFields } from '../new-transfer/party-fields.tsx'
import { requiredData } from '../new-transfer/required-data.ts'
import type { FieldIssue } from '../persons/issues-by-field.ts'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { CheckField, InputField, useMissing } from '../ui/field.tsx'
import { Notice, ProblemNotice } from '../ui/notice.tsx'
import { changedParties, partiesOf } from './changed-parties.ts'
import { openRepair, wholeAmountOf } from './run-repair.ts'

type Transaction = NonNullable<NonNullable<RepairFactsQuery['trpd']>['transaction']>

/** Corrects the data of an inquiry before it is sent again, or sends a new inquiry instead. */
export function RepairView() {
  const { id = '' } = useParams()
  const { t } = useLanguage()
  const mayWrite = useScope('trpd:write')
  const maySee = useScope('pii:read')
  return (
    <div className="transaction">
      <Link href={`/transactions/${encodeURIComponent(id)}`} className="back">
        {t.repair.back}
      </Link>
      {mayWrite && maySee ? <LoadedRepair key={id} id={id} /> : <h1>{t.repair.role}</h1>}
    </div>
  )
}

function LoadedRepair({ id }: { readonly id: string }) {
  const { t } = useLanguage()
  // Keeps personal data out of the cache.
  const { data, error, loading, refetch } = useQuery(RepairFactsDocument, {
    variables: { id },
    fetchPolicy: 'no-cache',
  })
  const transaction = data?.trpd?.transaction
  const [action] = transaction?.repairActions ?? []
  return (
    <>
      {error && !data && (
        <ProblemNotice
          isPage
          problem={apiProblem(error)}
          title={t.problems.load}
          onRetry={() => void refetch().catch(() => {})}
        />
      )}
      {loading && (
        <p className="empty" role="status">
          {t.app.loading}
        </p>
      )}
      {data && action === undefined && <h1>{transaction ? t.repair.impossible : t.transaction.missing}</h1>}
      {transaction && action && <RepairForm transaction={transaction} action={action} />}
    </>
  )
}

interface RepairFormProps {
  readonly transaction: Transaction
  readonly action: RepairAction
}

function RepairForm({ transaction, action }: RepairFormProps) {
  const { t } = useLanguage()
  const client = useApolloClient()
  const [, navigate] = useLocation()
  const { data } = useQuery(NewTransferFactsDocument)
  const form = useRef<HTMLFormElement>(null)
  const focusProblem = useProblemFocus(form)
  const [before] = useState(() => partiesOf(transaction.ivms101))
  const [run] = useState(() => openRepair(client, transaction))
  const [parties, setParties] = useState<PartiesDraft>(before)
  const [travelAddress, setTravelAddress] = useState(transaction.travelAddress ?? '')
  const [amount, setAmount] = useState(wholeAmountOf(transaction))
  const canRetry = transaction.allowedActions.includes('RETRY_DELIVERY')
  const [isSentNow, setSentNow] = useState(canRetry)
  const [issues, setIssues] = useState<readonly FieldIssue[]>([])
  const [hasTried, setTried] = useState(false)
  const { isWorking, problem, run: attempt, clear } = useAttempt()
  const words = t.repair
  const jurisdiction = data?.trpd?.jurisdiction
  const changed = changedParties(before, parties)
  const isUnchanged = action === 'CORRECT' && Object.keys(changed).length === 0
  const missing = useMissing(hasTried)
  // An empty field would be replaced by its former value, which the person no longer sees.
  const former = { travelAddress: transaction.travelAddress ?? '', amount: wholeAmountOf(transaction) }
  const isCleared = (name: keyof typeof former, value: string) => former[name] !== '' && value.trim() === ''
  const hasCleared = action === 'RESUBMIT' && (isCleared('travelAddress', travelAddress) || isCleared('amount', amount))
  usePageTitle(words[action].title)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isWorking) return
    setTried(true)
    clear()
    if (isUnchanged || hasCleared) return
    await attempt(async () => {
      const found = await checkParties(client, parties, ROLES)
      setIssues(found)
      if (found.length > 0) return focusProblem()
      const id =
        action === 'CORRECT'
          ? await run.correct(changed, isSentNow)
          : await run.resubmit({ ...changed, travelAddress, amount })
      navigate(`/transactions/${encodeURIComponent(id)}`)
    })
  }

  return (
    <form ref={form} className="transaction" onSubmit={(event) => void submit(event)} noValidate>
      <header className="transaction-head">
        <h1>{words[action].title}</h1>
        <p className="soft">{words[action].text}</p>
      </header>
      {action === 'RESUBMIT' && (
        <section className="card" aria-labelledby="transfer">
          <h2 id="transfer">{t.newTransfer.transfer}</h2>
          <InputField
            label={t.transaction.travelAddress}
            hint={t.newTransfer.travelAddressHint}
            isCode
            isRequired={former.travelAddress !== ''}
            problem={isCleared('travelAddress', travelAddress) ? missing(travelAddress) : undefined}
            value={travelAddress}
            onChange={setTravelAddress}
          />
          <InputField
            label={t.newTransfer.amountOf(transaction.asset.symbol)}
            hint={words.amountHint}
            isCode
            isRequired={former.amount !== ''}
            problem={isCleared('amount', amount) ? missing(amount) : undefined}
            value={amount}
            onChange={setAmount}
            lengthMax={100}
          />
        </section>
      )}
      {jurisdiction && <LawNote jurisdiction={jurisdiction} />}
      {ROLES.map((role) => (
        <PartyFields
          key={role}
          role={role}
          party={parties[role]}
          onChange={(party) => setParties({ ...parties, [role]: party })}
          required={requiredData(jurisdiction, role)}
          hasTried={hasTried}
          isMandatory
          issues={issues}
        />
      ))}
      <details className="card">
        <summary>{words.receives}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard */}
        <pre className="document" tabIndex={0} dir="ltr">
          {partiesDocument(parties)}
        </pre>
      </details>
      {action === 'CORRECT' && canRetry && (
        <CheckField label={words.sendNow} hint={words.sendNowHint} value={isSentNow} onChange={setSentNow} />
      )}
      {problem && <ProblemNotice problem={problem} title={t.problems.title} />}
      {issues.length > 0 && <Notice tone="problem">{t.newTransfer.incomplete}</Notice>}
      {hasTried && isUnchanged && <Notice tone="problem">{words.nothing}</Notice>}
      <div className="action-buttons">
        <Button type="submit" look="main" aria-disabled={isWorking}>
          {isWorking ? t.actions.working : words[action].save}
        </Button>
      </div>
    </form>
  )
}
