import { useApolloClient, useQuery } from '@apollo/client/react'
import { useId, useState } from 'react'
import {
  type AmountUnit,
  type ReviewedReasonFragment,
  type TransactionAction,
  type TransactionDetailFragment,
  TransactionDetailsDocument,
} from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { transferAmount } from '../language/transfer-amount.ts'
import { partyName } from '../language/transfer-words.ts'
import { useKeptText } from '../session/use-kept-text.ts'
import { CheckField, FieldGroup, InputField } from '../ui/field.tsx'
import { DialogForm } from '../ui/form-dialog.tsx'
import { Modal } from '../ui/modal.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { actionWords } from './action-words.ts'
import type { WrittenText } from './case-texts.ts'
import { CounterpartyReasonField, useReviewedReasons } from './counterparty-reason-field.tsx'
import { proposeDecision, runAction } from './run-action.ts'

interface ActionDialogProps {
  readonly id: string
  readonly action: TransactionAction
  /** `written`: an internal reason entered by the person. */
  readonly onClose: (outcome: ActionOutcome, written?: WrittenText) => void
}

/** How the dialog ended; a decision may wait for a second person. */
type ActionOutcome = 'NOTHING' | 'DONE' | 'PROPOSED'

/** Explains an action and what the counterparty receives, and requests the necessary input. */
export function ActionDialog({ id, action, onClose }: ActionDialogProps) {
  const { t } = useLanguage()
  // Data that a view has loaded may be older, and an address from it would be sent as if the person had chosen it.
  const query = useQuery(TransactionDetailsDocument, {
    variables: { id },
    fetchPolicy: 'network-only',
    context: { queryDeduplication: false },
  })
  const { data, error } = query
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
      <QueryState query={query} data={transaction} />
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
  const [isProposal, setProposal] = useState(false)
  const ownReason = useKeptText(`reason:${action}:${transaction.id}`)
  const [reasonId, setReasonId] = useState('')
  const reason = { reasonId, reason: ownReason.text }
  const internalReason = useKeptText(`internal:${action}:${transaction.id}`)
  // The version that the person has seen: live changes may update the transaction under the open dialog.
  const [{ version }] = useState(transaction)
  const mayPropose = transaction.direction === 'RECEIVED' && transaction.status === 'PENDING' && PROPOSABLE.has(action)
  const words = actionWords(action, transaction, t)
  const party = partyName(transaction, t)
  const needsReason = NEEDS_REASON.has(action)

  async function submit(): Promise<WrittenText | undefined> {
    const input = { text: text.trim(), reason, internalReason: internalReason.text, unit }
    const seen = { ...transaction, version }
    if (isProposal) await proposeDecision(client, action, seen, input)
    else await runAction(client, action, seen, input)
    ownReason.forget()
    internalReason.forget()
    const written = { after: transaction.case.version, text: input.internalReason.trim() }
    return written.text === '' ? undefined : written
  }

  return (
    <DialogForm
      button={isProposal ? t.proposal.button : words.button}
      isDangerous={DANGEROUS.has(action)}
      submit={submit}
      onProblem={({ code }) => {
        if (code === 'TRANSACTION_SECOND_PERSON_MISSING') setProposal(true)
      }}
      onClose={(done, written) => (done ? onClose(isProposal ? 'PROPOSED' : 'DONE', written) : onClose('NOTHING'))}
    >
      <p className="action-amount">
        <strong>{transferAmount(transaction, t, formats)}</strong> · <bdi>{party}</bdi>
      </p>
      <p>{words.text(party)}</p>
      {action === 'APPROVE' && (
        <InputField
          label={t.actions.APPROVE.address}
          hint={text === '' ? t.actions.APPROVE.addressMissing : t.actions.APPROVE.addressHint}
          isRequired
          isCode
          value={text}
          onChange={setText}
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
        />
      )}
      {!needsReason && words.field !== undefined && words.hint !== undefined && (
        <InputField
          label={words.field}
          hint={words.hint}
          isRequired={action === 'CONFIRM'}
          value={text}
          onChange={setText}
          {...(action === 'CONFIRM' ? { isCode: true } : { lines: 3 })}
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
    </DialogForm>
  )
}

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
    <FieldGroup label={words.field}>
      {UNITS.map((unit) => (
        <label key={unit} className="choice">
          <input type="radio" name={name} checked={value === unit} onChange={() => onChange(unit)} />
          {words.units[unit]}
        </label>
      ))}
    </FieldGroup>
  )
}
