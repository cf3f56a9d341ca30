import { useApolloClient, useQuery } from '@apollo/client/react'
import { type FormEvent, useId, useState } from 'react'
import {
  type AmountUnit,
  type ReviewedReasonFragment,
  type TransactionAction,
  type TransactionDetailFragment,
  TransactionDetailsDocument,
} from '../api/operations.generated.ts'
import { apiProblem } from '../api/problem.ts'
import { useAttempt } from '../hooks/use-attempt.ts'
import { useLanguage } from '../language/language.tsx'
import { transferAmount } from '../language/transfer-amount.ts'
import { partyName } from '../language/transfer-words.ts'
import { useKeptText } from '../session/use-kept-text.ts'
import { Button } from '../ui/button.tsx'
import { CheckField, InputField } from '../ui/field.tsx'
import { Modal } from '../ui/modal.tsx'
import { ProblemNotice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { actionWords } from './action-words.ts'
import type { WrittenText } from './case-texts.ts'
import { hasReason } from './counterparty-reason.ts'
import { CounterpartyReasonField } from './counterparty-reason-field.tsx'
import { proposeDecision, runAction } from './run-action.ts'
import { useReviewedReasons } from './use-reviewed-reasons.ts'

export interface ActionDialogProps {
  readonly id: string
  readonly action: TransactionAction
  /** `written`: an internal reason entered by the person. */
  readonly onClose: (outcome: ActionOutcome, written?: WrittenText) => void
}

/** How the dialog ended; a decision may wait for a second person. */
export type ActionOutcome = 'NOTHING' | 'DONE' | 'PROPOSED'

/** Explains an action and what the counterparty receives, and requests the necessary input. */
export function ActionDialog({ id, action, onClose }: ActionDialogProps) {
  const { t } = useLanguage()
  // Data that a view has loaded may be older, and an address from it would be sent as if the person had chosen it.
  const { data, error, refetch } = useQuery(TransactionDetailsDocument, {
    variables: { id },
    fetchPolicy: 'network-only',
    context: { queryDeduplication: false },
  })
  const reasons = useReviewedReasons(NEEDS_REASON.has(action))
  const transaction = data?.trpd?.transaction
  return (
    <Modal
      title={transaction ? actionWords(action, transaction, t).title : t.actions[action].title}
      onClose={() => onClose('NOTHING')}
    >
      {transaction && reasons && (
        <ActionForm key={action} transaction={transaction} action={action} reasons={reasons} onClose={onClose} />
      )}
      {error && !transaction && (
        <ProblemNotice problem={apiProblem(error)} title={t.problems.load} onRetry={() => void refetch()} />
      )}
      {!(transaction && reasons) && !error && <p role="status">{t.app.loading}</p>}
    </Modal>
  )
}

interface ActionFormProps {
  readonly transaction: TransactionDetailFragment
  readonly action: TransactionAction
  readonly reasons: readonly ReviewedReasonFragment[]
  readonly onClose: ActionDialogProps['onClose']
}

function ActionForm({ transaction, action, reasons, onClose }: ActionFormProps) {
  const { t, formats } = useLanguage()
  const client = useApolloClient()
  const [text, setText] = useState(action === 'APPROVE' ? (transaction.addressBookEntry?.address ?? '') : '')
  const [unit, setUnit] = useState<AmountUnit>('WHOLE')
  const [isMissing, setMissing] = useState(false)
  const { isWorking, problem, run } = useAttempt()
  const [isProposal, setProposal] = useState(false)
  const ownReason = useKeptText(`reason:${action}:${transaction.id}`)
  const [reasonId, setReasonId] = useState('')
  const reason = { reasonId, reason: ownReason.text }
  const [hasTried, setTried] = useState(false)
  const internalReason = useKeptText(`internal:${action}:${transaction.id}`)
  // The version that the person has seen: live changes may update the transaction under the open dialog.
  const [{ version }] = useState(transaction)
  const mayPropose = transaction.direction === 'RECEIVED' && transaction.status === 'PENDING' && PROPOSABLE.has(action)
  const words = actionWords(action, transaction, t)
  const party = partyName(transaction, t)
  const needsReason = NEEDS_REASON.has(action)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isWorking) return
    const isEmpty = NEEDS_TEXT.has(action) && text.trim() === ''
    setMissing(isEmpty)
    setTried(true)
    if (isEmpty || (needsReason && !hasReason(reason))) return
    const refusal = await run(async () => {
      const input = { text: text.trim(), reason, internalReason: internalReason.text, unit }
      const seen = { ...transaction, version }
      if (isProposal) await proposeDecision(client, action, seen, input)
      else await runAction(client, action, seen, input)
      ownReason.forget()
      internalReason.forget()
      const written = { after: transaction.case.version, text: input.internalReason.trim() }
      onClose(isProposal ? 'PROPOSED' : 'DONE', written.text === '' ? undefined : written)
    })
    if (refusal?.code === 'TRANSACTION_SECOND_PERSON_MISSING') setProposal(true)
  }

  return (
    <form className="action-form" onSubmit={(event) => void submit(event)} noValidate>
      <p className="action-amount">
        <strong>{transferAmount(transaction, t, formats)}</strong> · <bdi>{party}</bdi>
      </p>
      <p>{words.text(party)}</p>
      {action === 'APPROVE' && (
        <TextField
          label={t.actions.APPROVE.address}
          hint={text === '' ? t.actions.APPROVE.addressMissing : t.actions.APPROVE.addressHint}
          value={text}
          onChange={setText}
          isCode
          isMissing={isMissing}
        />
      )}
      {needsReason && words.field !== undefined && words.hint !== undefined && (
        <CounterpartyReasonField
          label={words.field}
          hint={words.hint}
          reasons={reasons}
          value={reason}
          onChange={(next) => {
            setReasonId(next.reasonId)
            ownReason.change(next.reason)
          }}
          hasTried={hasTried}
        />
      )}
      {!needsReason && words.field !== undefined && words.hint !== undefined && (
        <TextField
          label={words.field}
          hint={words.hint}
          value={text}
          onChange={setText}
          isCode={action === 'CONFIRM'}
          isMissing={isMissing}
        />
      )}
      {action === 'ACCEPT_CONFIRMATION' && transaction.lateTxHash !== null && (
        <p>
          <code dir="ltr">{transaction.lateTxHash}</code>
        </p>
      )}
      {action === 'SET_WIRE_PROFILE' && <UnitField value={unit} onChange={setUnit} />}
      {DECISIONS.has(action) && (
        <InputField
          label={t.case.reason}
          hint={t.case.internal}
          value={internalReason.text}
          onChange={internalReason.change}
          lines={3}
        />
      )}
      {mayPropose && (
        <CheckField label={t.proposal.choose} hint={t.proposal.hint} value={isProposal} onChange={setProposal} />
      )}
      {problem && <ProblemNotice problem={problem} title={t.problems.title} />}
      <div className="action-buttons">
        <Button onClick={() => onClose('NOTHING')}>{t.actions.cancelDialog}</Button>
        <Button type="submit" look={DANGEROUS.has(action) ? 'danger' : 'main'} aria-disabled={isWorking}>
          {isWorking ? t.actions.working : isProposal ? t.proposal.button : words.button}
        </Button>
      </div>
    </form>
  )
}

const NEEDS_TEXT: ReadonlySet<TransactionAction> = new Set(['APPROVE', 'CONFIRM'])
const NEEDS_REASON: ReadonlySet<TransactionAction> = new Set(['DECLINE', 'CANCEL'])
const DECISIONS: ReadonlySet<TransactionAction> = new Set(['APPROVE', 'DECLINE', 'CANCEL'])
const PROPOSABLE: ReadonlySet<TransactionAction> = new Set(['APPROVE', 'DECLINE'])
const DANGEROUS: ReadonlySet<TransactionAction> = new Set(['DECLINE', 'CANCEL'])
const UNITS = ['WHOLE', 'BASE'] as const

function UnitField({ value, onChange }: { readonly value: AmountUnit; readonly onChange: (unit: AmountUnit) => void }) {
  const { t } = useLanguage()
  const name = useId()
  const words = t.actions.SET_WIRE_PROFILE
  return (
    <fieldset className="field">
      <legend className="field-label">{words.field}</legend>
      {UNITS.map((unit) => (
        <label key={unit} className="choice">
          <input type="radio" name={name} checked={value === unit} onChange={() => onChange(unit)} />
          {words.units[unit]}
        </label>
      ))}
    </fieldset>
  )
}
