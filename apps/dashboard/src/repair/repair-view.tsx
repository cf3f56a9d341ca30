import { useApolloClient, useQuery } from '@apollo/client/react'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import {
  CorrectDataDocument,
  NewTransferFactsDocument,
  type RepairAction,
  RepairFactsDocument,
  type RepairFactsQuery,
  ResubmitDocument,
  type ResubmitInput,
  RetryDeliveryDocument,
} from '../api/operations.generated.ts'
import { type Api, useApi } from '../hooks/use-api.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { usePageTitle } from '../hooks/use-page-title.ts'
import { useProblemFocus } from '../hooks/use-problem-focus.ts'
import { wholeAmount } from '../language/amount.ts'
import { useLanguage } from '../language/language.tsx'
import { checkParties } from '../new-transfer/check-parties.ts'
import { type PartiesDraft, partiesDocument, ROLES } from '../new-transfer/draft.ts'
import { PartiesFields } from '../new-transfer/parties-fields.tsx'
import type { FieldIssue } from '../persons/issues-by-field.ts'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CheckField, HasTried, InputField } from '../ui/field.tsx'
import { Notice, ProblemNotice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { changedParties, partiesOf } from './changed-parties.ts'

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
  const query = useQuery(RepairFactsDocument, {
    variables: { id },
    fetchPolicy: 'no-cache',
  })
  const { data } = query
  const transaction = data?.trpd?.transaction
  const [action] = transaction?.repairActions ?? []
  return (
    <>
      <QueryState query={query} data={data} loading="PAGE" isPage />
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
  const api = useApi()
  const [, navigate] = useLocation()
  const { data } = useQuery(NewTransferFactsDocument)
  const form = useRef<HTMLFormElement>(null)
  const focusProblem = useProblemFocus(form)
  const [before] = useState(() => partiesOf(transaction.ivms101))
  const [run] = useState(() => openRepair(api, transaction))
  const [parties, setParties] = useState<PartiesDraft>(before)
  const [travelAddress, setTravelAddress] = useState(transaction.travelAddress ?? '')
  const [amount, setAmount] = useState(wholeAmountOf(transaction))
  const canRetry = transaction.allowedActions.includes('RETRY_DELIVERY')
  const [isSentNow, setSentNow] = useState(canRetry)
  const [issues, setIssues] = useState<readonly FieldIssue[]>([])
  const [hasTried, setTried] = useState(false)
  const { isWorking, problem, run: attempt, clear } = useAttempt()
  const words = t.repair
  const changed = changedParties(before, parties)
  const isUnchanged = action === 'CORRECT' && Object.keys(changed).length === 0
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
      <HasTried value={hasTried}>
        <header className="transaction-head">
          <h1>{words[action].title}</h1>
          <p className="soft">{words[action].text}</p>
        </header>
        {action === 'RESUBMIT' && (
          <Card id="transfer" title={t.newTransfer.transfer}>
            <InputField
              label={t.transaction.travelAddress}
              hint={t.newTransfer.travelAddressHint}
              isCode
              isRequired={former.travelAddress !== ''}
              value={travelAddress}
              onChange={setTravelAddress}
            />
            <InputField
              label={t.newTransfer.amountOf(transaction.asset.symbol)}
              hint={words.amountHint}
              isCode
              isRequired={former.amount !== ''}
              value={amount}
              onChange={setAmount}
              lengthMax={100}
            />
          </Card>
        )}
        <PartiesFields
          jurisdiction={data?.trpd?.jurisdiction}
          parties={parties}
          onChange={(changes) => setParties({ ...parties, ...changes })}
          mandatory={ROLES}
          issues={issues}
        />
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
      </HasTried>
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

type Changes = ReturnType<typeof changedParties>

/**
 * Both methods return the id of the transaction to show. They reject with the API's error, and may then be tried again.
 */
interface Repair {
  /** Corrects the data, and sends the inquiry again if `isSentNow`. */
  correct(changes: Changes, isSentNow: boolean): Promise<string>
  /** Sends a new inquiry in place of the transaction. */
  resubmit(changes: Changes & { readonly travelAddress: string; readonly amount: string }): Promise<string>
}

function openRepair(api: Api, transaction: Transaction): Repair {
  const { id } = transaction
  // Makes a repeated submission harmless.
  const requestIdentifier = crypto.randomUUID()
  let { version } = transaction
  return {
    async correct(changes, isSentNow) {
      const data = await api.send(CorrectDataDocument, { id, version, ...changes })
      version = data?.trpd?.correctTx?.version ?? version
      if (isSentNow) await api.change(RetryDeliveryDocument, { id })
      return id
    },
    async resubmit({ travelAddress, amount, ...parties }) {
      const input: ResubmitInput = {
        ...parties,
        requestIdentifier,
        ...changedText('travelAddress', transaction.travelAddress ?? '', travelAddress),
        ...changedText('amount', wholeAmountOf(transaction), amount),
      }
      const data = await api.send(ResubmitDocument, { id, input })
      return data?.trpd?.resubmitTx?.id ?? id
    },
  }
}

/** The amount in whole units; empty while its unit is unknown. */
function wholeAmountOf({ amount, amountUnit, asset }: Transaction): string {
  return amountUnit === null ? '' : (wholeAmount(amount, amountUnit, asset.decimals) ?? '')
}

function changedText<Name extends 'travelAddress' | 'amount'>(name: Name, before: string, after: string) {
  const text = after.trim()
  return text === '' || text === before ? {} : ({ [name]: text } as Record<Name, string>)
}
