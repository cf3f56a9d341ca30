import { useApolloClient } from '@apollo/client/react'
import { useRef, useState } from 'react'
import type { InboxRowFragment } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { transferAmount } from '../language/transfer-amount.ts'
import { partyName } from '../language/transfer-words.ts'
import { PersonField } from '../people/person-field.tsx'
import { CounterpartyReasonField, useReviewedReasons } from '../transaction/counterparty-reason-field.tsx'
import { Button } from '../ui/button.tsx'
import { InputField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Modal } from '../ui/modal.tsx'
import { Notice, ProblemText } from '../ui/notice.tsx'
import { type BatchAction, type BatchInput, changeBatch, type RefusedItem } from './change-batch.ts'
import { NOBODY } from './list/inbox-filter.ts'

interface BatchDialogProps {
  readonly action: BatchAction
  /** The selected transactions as listed. */
  readonly rows: readonly InboxRowFragment[]
  /** `done`: the ids of the transactions that were changed. */
  readonly onClose: (done: readonly string[]) => void
}

/** Maximum number of transactions that the dialog names. */
const NAMED_MAX = 5

const NO_INPUT: BatchInput = { assignee: '', internalReason: '', reasonId: '', reason: '' }

/** Requests an action's input once for all transactions, and reports which ones it changed, which not, and why. */
export function BatchDialog({ action, rows, onClose }: BatchDialogProps) {
  const { t, formats } = useLanguage()
  const client = useApolloClient()
  const [input, setInput] = useState(NO_INPUT)
  const isSending = useRef(false)
  const [done, setDone] = useState<readonly string[]>([])
  const [refused, setRefused] = useState<readonly RefusedItem[]>()
  const words = t.batch[action]
  const targets = refused?.map(({ row }) => row) ?? rows

  async function submit(): Promise<void> {
    isSending.current = true
    const outcome = await changeBatch(client, action, targets, input).finally(() => {
      isSending.current = false
    })
    setDone((before) => [...before, ...outcome.done])
    setRefused(outcome.refused)
  }
  // If closed while it is sent, the dialog would never show the result.
  const close = () => isSending.current || onClose(done)
  if (refused?.length === 0) {
    return (
      <Modal title={words.title} onClose={close}>
        <Notice tone="good">{t.batch.done(done.length, formats.count(done.length))}</Notice>
        <div className="action-buttons">
          <Button look="main" onClick={close}>
            {t.actions.close}
          </Button>
        </div>
      </Modal>
    )
  }
  return (
    <FormDialog
      title={words.title}
      button={refused === undefined ? words.button : t.batch.again(targets.length, formats.count(targets.length))}
      isDangerous={action === 'DECLINE'}
      submit={submit}
      stays
      onClose={close}
    >
      {refused === undefined ? (
        <>
          <p>{t.batch.about(rows.length, formats.count(rows.length), words.text)}</p>
          <ul className="batch-targets">
            {rows.slice(0, NAMED_MAX).map((row) => (
              <li key={row.id}>
                <bdi>{partyName(row, t)}</bdi> · {transferAmount(row, t, formats)}
              </li>
            ))}
            {rows.length > NAMED_MAX && <li>…</li>}
          </ul>
        </>
      ) : (
        <Refused items={refused} done={done.length} />
      )}
      <Fields action={action} input={input} onChange={setInput} />
    </FormDialog>
  )
}

interface FieldsProps {
  readonly action: BatchAction
  readonly input: BatchInput
  readonly onChange: (input: BatchInput) => void
}

function Fields({ action, input, onChange }: FieldsProps) {
  const { t } = useLanguage()
  const reasons = useReviewedReasons(action === 'DECLINE')
  if (reasons === undefined) {
    return (
      <p role="status" data-fault="">
        {t.app.loading}
      </p>
    )
  }
  if (action === 'TAKE' || action === 'ARCHIVE') return null
  if (action === 'ASSIGN') {
    const choice = { none: t.batch.choose, nobody: NOBODY }
    return (
      <PersonField value={input.assignee} choice={choice} onChange={(assignee) => onChange({ ...input, assignee })} />
    )
  }
  return (
    <>
      {action === 'DECLINE' && (
        <CounterpartyReasonField
          label={t.actions.DECLINE.field}
          hint={t.actions.DECLINE.hint}
          reasons={reasons}
          value={input}
          onChange={({ reasonId, reason }) => onChange({ ...input, reasonId, reason })}
        />
      )}
      <InputField
        label={t.case.reason}
        hint={t.case.internal}
        isRequired={action === 'HOLD'}
        value={input.internalReason}
        onChange={(internalReason) => onChange({ ...input, internalReason })}
        lines={3}
      />
    </>
  )
}

function Refused({ items, done }: { readonly items: readonly RefusedItem[]; readonly done: number }) {
  const { t, formats } = useLanguage()
  return (
    <Notice tone="problem">
      <p className="notice-title">{t.batch.refused(items.length, formats.count(items.length), formats.count(done))}</p>
      <ul className="batch-refused">
        {items.map(({ id, row, code, message }) => (
          <li key={id}>
            <strong>
              <bdi>{partyName(row, t)}</bdi> · {transferAmount(row, t, formats)} · {t.transaction.statuses[row.status]}
            </strong>
            <br />
            <ProblemText problem={{ code, message }} /> <span className="soft">{t.problems.code(code)}</span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
