import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import {
  RetireReviewedReasonDocument,
  type ReviewedReasonFragment,
  ReviewedReasonsDocument,
  SetReviewedReasonDocument,
} from '../api/operations.generated.ts'
import { useApi } from '../hooks/use-api.ts'
import { useLanguage } from '../language/language.tsx'
import { useScope } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { InputField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'

/** The texts for counterparties from which officers choose. Administrators write them. */
export function ReasonsSection() {
  const { t } = useLanguage()
  const mayChange = [useScope('trpd:write'), useScope('autod:write')].every(Boolean)
  const [change, setChange] = useState<ReasonChange>()
  const [done, setDone] = useState('')
  const query = useQuery(ReviewedReasonsDocument, { fetchPolicy: 'cache-and-network' })
  const { data, refetch } = query
  const reasons = data?.trpd?.counterpartyReasons
  const words = t.reasons
  return (
    <Card
      id="reasons"
      title={words.title}
      buttons={mayChange && <Button onClick={() => setChange({ kind: 'ADD' })}>{words.add}</Button>}
    >
      <p className="soft">{words.intro}</p>
      <div role="status">{done !== '' && <Notice tone="good">{done}</Notice>}</div>
      <QueryState query={query} data={reasons} loading="PAGE" />
      {reasons?.length === 0 && <p className="soft">{words.empty}</p>}
      <ul className="items">
        {reasons?.map((reason) => (
          <Reason key={reason.id} reason={reason} mayChange={mayChange} onChange={setChange} />
        ))}
      </ul>
      {change && (
        <ReasonDialog
          change={change}
          takenIds={reasons?.map(({ id }) => id) ?? []}
          onClose={(isDone) => {
            setDone(isDone ? words.done[change.kind] : '')
            setChange(undefined)
            if (isDone) void refetch().catch(() => {})
          }}
        />
      )}
    </Card>
  )
}

interface ReasonProps {
  readonly reason: ReviewedReasonFragment
  readonly mayChange: boolean
  readonly onChange: (change: ReasonChange) => void
}

function Reason({ reason, mayChange, onChange }: ReasonProps) {
  const { t, formats } = useLanguage()
  const words = t.reasons
  return (
    <li className="item">
      <div>
        <p>
          <bdi>{reason.text}</bdi>
        </p>
        <p className="soft">
          <code>{reason.id}</code>
          {` · ${words.version(String(reason.version), formats.dateTime(reason.updatedAt))}`}
          {reason.retired && ` · ${words.retired}`}
        </p>
      </div>
      {mayChange && (
        <div className="action-buttons">
          <Button
            look="small"
            aria-label={`${reason.retired ? words.restore : words.edit}: ${reason.id}`}
            onClick={() => onChange({ kind: 'EDIT', reason })}
          >
            {reason.retired ? words.restore : words.edit}
          </Button>
          {!reason.retired && (
            <Button
              look="small"
              aria-label={`${words.retire}: ${reason.id}`}
              onClick={() => onChange({ kind: 'RETIRE', reason })}
            >
              {words.retire}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

type ReasonChange =
  | { readonly kind: 'ADD' }
  | { readonly kind: 'EDIT' | 'RETIRE'; readonly reason: ReviewedReasonFragment }

interface ReasonDialogProps {
  readonly change: ReasonChange
  /** Existing ids, which would be overwritten. */
  readonly takenIds: readonly string[]
  readonly onClose: (isDone: boolean) => void
}

/** Writes a reviewed reason, or retires it. */
function ReasonDialog({ change, takenIds, onClose }: ReasonDialogProps) {
  const { t } = useLanguage()
  const api = useApi()
  const before = change.kind === 'ADD' ? undefined : change.reason
  const [id, setId] = useState(before?.id ?? '')
  const [text, setText] = useState(before?.text ?? '')
  const words = t.reasons
  const isTaken = change.kind === 'ADD' && takenIds.includes(id.trim())

  return (
    <FormDialog
      title={words.dialogs[change.kind]}
      button={words.buttons[change.kind]}
      submit={() => {
        const written = { id: id.trim(), text: text.trim() }
        return change.kind === 'RETIRE'
          ? api.change(RetireReviewedReasonDocument, { id: written.id })
          : api.change(SetReviewedReasonDocument, written)
      }}
      onClose={onClose}
    >
      {change.kind === 'ADD' && (
        <InputField
          label={words.id}
          hint={isTaken ? words.taken : words.idHint}
          fault={isTaken ? words.taken : undefined}
          isRequired
          isCode
          value={id}
          onChange={setId}
        />
      )}
      {change.kind === 'RETIRE' ? (
        <>
          <p>{words.retireText}</p>
          <blockquote className="quote">
            <bdi>{text}</bdi>
          </blockquote>
        </>
      ) : (
        <InputField label={words.text} hint={words.textHint} isRequired lines={3} value={text} onChange={setText} />
      )}
    </FormDialog>
  )
}
